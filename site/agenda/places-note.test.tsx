import { expect, test } from 'vitest';
import { placesWords } from './places-note.tsx';

test.each([
  [{ left: 2, waiting: 0 }, '2 places are left.'],
  [{ left: 0, waiting: 0 }, 'All places are taken.'],
  [{ left: 0, waiting: 1 }, 'All places are taken, and 1 person waits.'],
])('the agenda says of %j: %s', (places, words) => {
  expect(placesWords(places)).toBe(words);
});
