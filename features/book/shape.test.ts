import { expect, test } from 'vitest';
import { Book } from './shape.ts';

test.each([
  ['978-3-16-148410-0', true],
  ['9783161484100', true],
  ['978-3-16-148410-1', false],
  ['3-16-148410-X', false],
])('the ISBN %s is checked by its last digit: %s', (isbn, isGood) => {
  expect(Book.safeParse({ isbn }).success).toBe(isGood);
});
