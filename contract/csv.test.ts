import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['Mira Lindqvist', '"Mira Lindqvist"'],
  ['Institute, Dresden', '"Institute, Dresden"'],
  ['Smith, "Jo"', '"Smith, ""Jo"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['  =1+1', `"'  =1+1"`],
  ['\n=1+1', `"'\n=1+1"`],
  ['\u00a0@SUM(A1)', `"'\u00a0@SUM(A1)"`],
  ['+46 8 5550 142', `"'+46 8 5550 142"`],
  ['-2', `"'-2"`],
  ['@here', `"'@here"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['1-2', '"1-2"'],
  [undefined, '""'],
  [-3, '"-3"'],
  [{ number: '-19.90' }, '"-19.90"'],
])('the cell %j is written as %s: no text is taken for a formula', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});
