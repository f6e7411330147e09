import { expect, test } from 'vitest';
import { differenceLines, mergedLines } from './merge-lines.ts';

test.each([
  ['different lines', 'a b c d e', 'A b c d e', 'a b c d E', 'A b c d E'],
  ['a line more and a line less', 'a b c d e', 'a b c d', 'x a b c d e', 'x a b c d'],
  ['the same line', 'a b c', 'a x c', 'a y c', undefined],
  ['lines beside each other', 'a b c d', 'a x c d', 'a b y d', undefined],
  ['two additions at one place', 'a b', 'a x b', 'a y b', undefined],
  ['nothing of one', 'a b c', 'a b c', 'a y c', 'a y c'],
])('%s of two people', (_, base, mine, theirs, both) => {
  const text = (words: string) => words.replaceAll(' ', '\n');
  expect(mergedLines(text(base), text(mine), text(theirs))).toBe(both && text(both));
});

test('a difference has the lines of before and after', () => {
  expect(differenceLines('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual(['- b', '+ x', '+ e']);
});
