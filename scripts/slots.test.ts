import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { accentOf } from '#contract/content/accent.ts';
import { paletteOf } from '#contract/content/palette.ts';
import { colourOf, DARK, fillColours, fillScript, slotOf, wordOf } from './slots.ts';

const label = `It's "free" for \`all\`, \${name}\\ and <b>\nso`;

test.each(['"', "'", '`'])('a label is the same text between the quotes %s', (quote) => {
  const code = `${quote}${JSON.parse(wordOf('labels/forms.submit'))}!${quote}`;
  expect(runInNewContext(fillScript(code, () => label))).toBe(`${label}!`);
});

test.each(['a label `$<<a.b>>`', 'a label `<<a.b>>{1 + 1}`'])('no code is made of %s', (code) => {
  for (const word of ['{1 + 1}', 'US$'])
    expect(runInNewContext(fillScript(code.slice(8), () => word))).toContain(word);
});

test('the words of a slot in a text of the conference stay as they are', () => {
  const text = 'see <<conference.name>> and __slot__("home")';
  const filled = fillScript(`[${slotOf('home')}]`, () => text);
  expect(runInNewContext(filled)).toEqual([text]);
});

test('a slot gets the value of its name, whatever the quotes around the name are', () => {
  const values: Record<string, unknown> = { home: { title: label }, 'theme:logo': undefined };
  const code = `[${slotOf('home')}.title, ${slotOf('theme:logo').replaceAll('"', '`')}]`;
  expect(runInNewContext(fillScript(code, (name) => values[name]))).toEqual([label, undefined]);
});

test('colours keep the transparency that a tool has added, and dark ones replace those of the house', () => {
  const palette = paletteOf({ paper: { light: '#ffffff', dark: '#101010' } }, accentOf('#b93a16'));
  const css = [
    '@media (prefers-color-scheme:dark){:root{--color-paper:#0e171f;--color-ink:#efe9dc}}',
    `.a{color:${colourOf(0)};background:${colourOf(0)}80}`,
    `@media (prefers-color-scheme:dark){:root{${DARK.replaceAll(/[ ;]/g, '')}}}`,
  ].join('');
  const filled = fillColours(css, palette);
  expect(filled).toContain('.a{color:#ffffff;background:#ffffff80}');
  expect(filled.match(/--color-paper:#\w+/g)).toEqual(['--color-paper:#101010']);
  expect(filled).not.toContain('--color-band-accent:');
});
