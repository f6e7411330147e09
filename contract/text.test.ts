import { describe, expect, test } from 'vitest';
import { emailAddress, line } from './text.ts';

describe('R21: a line of text', () => {
  const name = line(10);

  test.each([
    ['  Ada ', 'Ada'],
    ['Zoe\u0308', 'Zoë'],
    ['张伟', '张伟'],
    ['O’Neil 🧪', 'O’Neil 🧪'],
    ['عائشة', 'عائشة'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(name.safeParse(typed)).toMatchObject({ success: true, data: kept });
  });

  test.each(['', '   ', 'eleven char', 'a\u0000b', 'a\nb', 'a\u0085b', '\ud800', 7, null, ['a']])(
    '%j is refused',
    (typed) => {
      expect(name.safeParse(typed).success).toBe(false);
    },
  );
});

describe('R21: an e-mail address', () => {
  test.each(['a@b', 'ada.l+x@lab.example', ' ada@lab.example '])('%j is one', (typed) => {
    expect(emailAddress.safeParse(typed)).toMatchObject({ success: true, data: typed.trim() });
  });

  test.each([
    'ada',
    'ada@',
    '@lab',
    'ada@lab..example',
    'ada@-lab',
    'a b@lab',
    '"a"@lab',
    'a@b\r\nBcc: c@d',
    'a@b,c@d',
    'Ada <a@b>',
    `${'a'.repeat(250)}@lab.example`,
    'ä@lab.example',
  ])('%j is none', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false);
  });
});
