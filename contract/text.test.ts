import { describe, expect, test } from 'vitest';
import { emailAddress, line } from './text.ts';

describe('a line of text', () => {
  const name = line(10);

  test.each([
    ['  Ada ', 'Ada'],
    ['Zoe\u0308', 'Zoë'],
    ['张伟', '张伟'],
    ['O’Neil 🧪', 'O’Neil 🧪'],
    ['عائشة', 'عائشة'],
    // The sign between the letters prevents a ligature; without the sign the word is misspelt.
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    // A name that is copied from a document may bring these marks.
    ['\u202aAda\u202c', 'Ada'],
    ['\u2067עדה\u2069', 'עדה'],
    ['Ada\u202eevil', 'Adaevil'],
    ['\ufeffAda', 'Ada'],
    ['Ada\u2028Bee', 'Ada Bee'],
    ['Ada\u2029', 'Ada'],
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

test.each([
  '\u200b',
  ' \u200b \u2060',
  '\ufeff',
  '\u00ad',
  '\u2800',
  '\u3164',
  '\u202e',
  '\u{e0041}',
])('text that shows nothing counts as empty %j is refused', (typed) => {
  expect(line().safeParse(typed).success).toBe(false);
});

describe('an email address', () => {
  test.each([
    'a@b.cd',
    'ada.l+x@lab.example',
    ' ada@lab.example ',
    "o'neil@4.lab.xn--p1ai",
    'ada@mail.uni-x.de',
  ])('%j is valid', (typed) => {
    expect(emailAddress.safeParse(typed)).toMatchObject({ success: true, data: typed.trim() });
  });

  test.each([
    'ada',
    'ada@',
    '@lab',
    'ada@lab..example',
    'root@localhost',
    'a..b@c.de',
    '.ada@lab.example',
    'ada.@lab.example',
    'ada@127.0.0.1',
    'ada@lab.example.',
    'ada@-lab',
    'a b@lab',
    '"a"@lab',
    'a@b\r\nBcc: c@d',
    'a@b,c@d',
    'Ada <a@b>',
    `${'a'.repeat(250)}@lab.example`,
    'ä@lab.example',
  ])('%j is not valid', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false);
  });
});

test.each([
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  [' Ada@MÜLLER.Example ', 'Ada@xn--mller-kva.example'],
  ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ['ada@пример.испытание', 'ada@xn--e1afmkfd.xn--80akhbyknj4f'],
  ['ada@münchen.tu.example', 'ada@xn--mnchen-3ya.tu.example'],
])('%s is the address %s', (typed, address) => {
  expect(emailAddress.parse(typed)).toBe(address);
});
