import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { type Cell, csvLine, writeXlsx } from './spreadsheet.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['  =1+1', `"'  =1+1"`],
  ['\n=1+1', `"'\n=1+1"`],
  ['\u00a0@SUM(A1)', `"'\u00a0@SUM(A1)"`],
  ['+46 8 5550 142', `"'+46 8 5550 142"`],
  ['-2', `"'-2"`],
  ['@here', `"'@here"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['Smith, "Jo"', `"Smith, ""Jo"""`],
  ['1-2', `"1-2"`],
  [undefined, '""'],
  [-3, '"-3"'],
  [{ cents: -1999, currency: currencyOf('EUR') }, '"-19.99"'],
  [{ cents: 19_990, currency: currencyOf('JPY') }, '"19990"'],
  [new Date('2026-05-29T10:05:06.000Z'), '"2026-05-29 10:05:06"'],
])('in CSV %j is written as %s: no text is taken for a formula', (cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});

test('XLSX keeps every letter that XML can hold, beyond the 26th column too', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'plenary-xlsx-')), 'a.xlsx');
  const columns = Array.from({ length: 30 }, (_, at) => ({ title: `Title ${at}`, width: 10 }));
  const row: Cell[] = columns.map(() => undefined);
  const texts = ['<b>&amp; "Ünïcode" 漢字 🎓</b>', '  blanks \n and lines ', '=1+1', '0123'];
  row.splice(0, texts.length, ...texts);
  row[28] = 'bell\u0007 and half a pair \ud800';
  row[29] = { cents: -1999, currency: currencyOf('EUR') };
  async function* rows() {
    yield row;
  }
  await writeXlsx(path, [{ name: 'People & <more>', total: 1, columns, rows: rows() }]);
  const [sheet] = await readExcelFile(path, { trim: false });
  expect(sheet?.sheet).toBe('People & <more>');
  const [titles, read] = sheet?.data ?? [];
  expect(titles?.at(-1)).toBe('Title 29');
  expect(read?.slice(0, 4)).toEqual(texts);
  expect(read?.slice(28)).toEqual(['bell and half a pair \ufffd', -19.99]);
});
