import { expect, test } from 'vitest';
import { csvLine, withoutApostrophes } from './csv.ts';
import { currencyOf } from './currency.ts';

test.each([
  ['Mira Lindqvist', '"Mira Lindqvist"'],
  ['Institute, Dresden', '"Institute, Dresden"'],
  ['Smith, "Jo"', '"Smith, ""Jo"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['  =1+1', `"'  =1+1"`],
  ['\n=1+1', `"'\n'=1+1"`],
  ['Dresden;=1+1;', `"Dresden;'=1+1;"`],
  ['Dresden; \u00a0@SUM(A1)', `"Dresden;' \u00a0@SUM(A1)"`],
  ['one\r\n\r\n-2', `"one\r\n\r\n'-2"`],
  ['one\t+2;one - 2', `"one\t'+2;one - 2"`],
  ['\uff1d1+1', `"'\uff1d1+1"`],
  ['\u00a0@SUM(A1)', `"'\u00a0@SUM(A1)"`],
  ['+46 8 5550 142', `"'+46 8 5550 142"`],
  ['-2', `"'-2"`],
  ['@here', `"'@here"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['1-2', '"1-2"'],
  [undefined, '""'],
  [-3, '"-3"'],
  [{ cents: -1990, currency: currencyOf('EUR') }, '"-19.90"'],
  [{ cents: 19_990, currency: currencyOf('JPY') }, '"19990"'],
  [new Date('2026-05-29T10:05:06.000Z'), '"2026-05-29 10:05:06"'],
])(
  'the cell %j is written as %s, so that a spreadsheet program sees no formula',
  (cell, written) => {
    expect(csvLine([cell])).toBe(`${written}\r\n`);
  },
);

test.each(['+49 30', 'Dresden;=1+1', 'one\n- two\n- three', "'n Bo", "it's; 'quoted'"])(
  'the text %j is read as it was typed',
  (typed) => {
    const [, cell = ''] = /^"(.*)"\r\n$/s.exec(csvLine([typed])) ?? [];
    expect(withoutApostrophes(cell)).toBe(typed);
  },
);
