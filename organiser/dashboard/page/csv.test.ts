import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test.each([
  ['Mira Lindqvist', 'Mira Lindqvist'],
  ['Institute, Dresden', '"Institute, Dresden"'],
  ['the "Lab"', '"the ""Lab"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['  @SUM(A1)', "'  @SUM(A1)"],
  ['+46 8 5550', "'+46 8 5550"],
  ['\tx', "'\tx"],
  ['-3', "'-3"],
])('the cell %j is written as %j', (cell, written) => {
  expect(csvOf([[cell]])).toBe(`\uFEFF${written}\r\n`);
});
