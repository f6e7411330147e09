import { expect, test } from 'vitest';
import { people } from '#contract/content/labels/people.ts';
import { ordinalWords } from './ordinal-words.ts';

test.each([
  [1, 'first'],
  [3, 'third'],
  [12, 'twelfth'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
  [1002, '1002nd'],
])('the ordinal of %i is %s', (count, words) => {
  expect(ordinalWords({ language: 'en', labels: { people } }, count)).toBe(words);
});
