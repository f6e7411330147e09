import { expect, test } from 'vitest';
import { breakLines, type Fonts } from './lines.ts';

/** Every character has the width 1. `serif` has Latin letters and signs, and `other` has the letters of four scripts. */
const fonts: Fonts = {
  fallbacks: ['other'],
  has(font, point) {
    const letter = String.fromCodePoint(point);
    if (font === 'serif') return /[ -~]/.test(letter);
    return /\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Han}|\p{Script=Hangul}/u.test(letter);
  },
  width: ({ text }) => [...text].length,
};

/** The lines, each with its runs from left to right. A run that is read from right to left begins with "<". */
const linesOf = (text: string, width = 80) =>
  breakLines(fonts, 'serif', text, width).map(({ runs }) =>
    runs.map(({ text: run, isFromRight }) => (isFromRight ? `<${run}` : run)),
  );

test('a text of one script is one run', () => {
  expect(linesOf('Ada Lovelace')).toEqual([['Ada Lovelace']]);
});

test('a line that is read from right to left has its last word at the left', () => {
  expect(linesOf('אבג דה')).toEqual([['<דה', '< ', '<אבג']]);
});

test('Latin letters and digits within a line that is read from right to left keep their order', () => {
  expect(linesOf('אב (KSU), דה 12')).toEqual([['12', '< ', '<דה', '<), ', 'KSU', '< (', '<אב']]);
});

test('words that are read from right to left keep their position within a Latin line', () => {
  expect(linesOf('At אב דה, Haifa')).toEqual([['At ', '<דה', '< ', '<אב', ', Haifa']]);
});

test('a text that is read from right to left is broken into lines before its runs are ordered', () => {
  expect(linesOf('אבג דהו זחט', 8)).toEqual([['<דהו', '< ', '<אבג'], ['<זחט']]);
});

test('lines end between words, or within a word that is wider than a line', () => {
  expect(linesOf('one two three', 8).map((runs) => runs.join(''))).toEqual(['one two ', 'three']);
  expect(linesOf('abcdefghij', 4)).toEqual([['abcd'], ['efgh'], ['ij']]);
});

test('Chinese lines end after any character, Thai lines between words', () => {
  expect(linesOf('清华大学高分子', 4)).toEqual([['清华大学'], ['高分子']]);
  expect(linesOf('ภาษาไทย', 5)).toEqual([['ภาษา'], ['ไทย']]);
  expect(linesOf('ภาษาไทย', 3)).toEqual([['ภาษ'], ['า'], ['ไทย']]);
});

test('Korean lines end between words, or within a word that is wider than a line', () => {
  const korean = (width: number) => linesOf('한국 고분자대회', width).map((runs) => runs.join(''));
  expect(korean(7)).toEqual(['한국 ', '고분자대회']);
  expect(linesOf('1월 24일', 6).map((runs) => runs.join(''))).toEqual(['1월 24일']);
  expect(linesOf('1월 24일', 5).map((runs) => runs.join(''))).toEqual(['1월 ', '24일']);
  expect(korean(4)).toEqual(['한국 고', '분자대회']);
});

test('each line of a text is a separate paragraph', () => {
  expect(linesOf('Ada\nאב, ג')).toEqual([['Ada'], ['<ג', '<, ', '<אב']]);
});

test('a character that no font has is shown as its Unicode number', () => {
  expect(linesOf('Ada 🧪')).toEqual([['Ada [U+1F9EA]']]);
});

test('the small digits of a formula are plain ones if no font has them', () => {
  expect(linesOf('CO₂ in TiO₂ at 10¹⁵')).toEqual([['CO2 in TiO2 at 10^15']]);
});

test('invisible characters need no font', () => {
  expect(linesOf('A\u200dda\ufe0f')).toEqual([['A\u200dda\ufe0f']]);
});
