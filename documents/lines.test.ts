import { expect, test } from 'vitest';
import { breakLines, type Fonts } from './lines.ts';

/** Every character is one wide. `serif` has Latin letters and signs, `other` the letters of three scripts. */
const fonts: Fonts = {
  fallbacks: ['other'],
  has(font, point) {
    const letter = String.fromCodePoint(point);
    if (font === 'serif') return /[ -~]/.test(letter);
    return /\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Han}/u.test(letter);
  },
  width: ({ text }) => [...text].length,
};

/** The lines, each with its runs from left to right; those that are read from the right are marked. */
const linesOf = (text: string, width = 80) =>
  breakLines(fonts, 'serif', text, width).map(({ runs }) =>
    runs.map(({ text: run, isFromRight }) => (isFromRight ? `<${run}` : run)),
  );

test('a text of one script is one run', () => {
  expect(linesOf('Ada Lovelace')).toEqual([['Ada Lovelace']]);
});

test('a line that is read from the right has its last word at the left', () => {
  expect(linesOf('אבג דה')).toEqual([['<דה', '< ', '<אבג']]);
});

test('Latin letters and digits within a line that is read from the right keep their order', () => {
  expect(linesOf('אב (KSU), דה 12')).toEqual([['12', '< ', '<דה', '<), ', 'KSU', '< (', '<אב']]);
});

test('words that are read from the right keep their place within a Latin line', () => {
  expect(linesOf('At אב דה, Haifa')).toEqual([['At ', '<דה', '< ', '<אב', ', Haifa']]);
});

test('lines are broken before they are ordered', () => {
  expect(linesOf('אבג דהו זחט', 8)).toEqual([['<דהו', '< ', '<אבג'], ['<זחט']]);
});

test('lines end between words, and within what is wider than a line', () => {
  expect(linesOf('one two three', 8).map((runs) => runs.join(''))).toEqual(['one two ', 'three']);
  expect(linesOf('abcdefghij', 4)).toEqual([['abcd'], ['efgh'], ['ij']]);
});

test('Chinese characters are broken anywhere, Thai ones between words', () => {
  expect(linesOf('清华大学高分子', 4)).toEqual([['清华大学'], ['高分子']]);
  expect(linesOf('ภาษาไทย', 5)).toEqual([['ภาษา'], ['ไทย']]);
  expect(linesOf('ภาษาไทย', 3)).toEqual([['ภาษ'], ['า'], ['ไทย']]);
});

test('each line of a text is a paragraph of its own', () => {
  expect(linesOf('Ada\nאב, ג')).toEqual([['Ada'], ['<ג', '<, ', '<אב']]);
});

test('what no font has is shown as its Unicode number', () => {
  expect(linesOf('Ada 🧪')).toEqual([['Ada [U+1F9EA]']]);
});

test('invisible characters need no font', () => {
  expect(linesOf('A\u200dda\ufe0f')).toEqual([['A\u200dda\ufe0f']]);
});
