import { expect, test } from 'vitest';
import { drawnLast } from './drawn-last.ts';

test('a drawing is made again once enough others were wanted since', () => {
  const made: string[] = [];
  const drawing = drawnLast((text: string) => {
    made.push(text);
    return text.toUpperCase();
  }, 2);
  expect(['a', 'b', 'a', 'c', 'a', 'b', 'a'].map((text) => drawing(text))).toEqual([...'ABACABA']);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
