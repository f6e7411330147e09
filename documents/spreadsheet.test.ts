import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import readExcelFile from 'read-excel-file/node';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import type { Cell } from '#contract/csv.ts';
import { currencyOf } from '#contract/currency.ts';
import { sheetOfRows, writeCsv, writeXlsx } from './spreadsheet.ts';

test('a CSV file has the byte order mark for Excel, and plain amounts and moments', async () => {
  const path = join(testFolder(), 'a.csv');
  const cells: Cell[] = [
    'Jürgen, "Jo"',
    '+46 8 5550 142',
    undefined,
    -3,
    { cents: -1990, currency: currencyOf('EUR') },
    { cents: 19_990, currency: currencyOf('JPY') },
    new Date('2026-05-29T10:05:06.000Z'),
  ];
  const columns = cells.map((_, at) => ({ title: `Title ${at}`, width: 10 }));
  await writeCsv(path, sheetOfRows('People', columns, [cells]));
  const [titles, line] = readFileSync(path, 'utf8').split('\r\n');
  expect(titles).toMatch(/^\uFEFF"Title 0","Title 1"/);
  expect(line).toBe(
    `"Jürgen, ""Jo""","'+46 8 5550 142","","-3","-19.90","19990","2026-05-29 10:05:06"`,
  );
});

test('an XLSX file keeps every character that XML allows, also after the 26th column', async () => {
  const path = join(testFolder(), 'a.xlsx');
  const columns = Array.from({ length: 30 }, (_, at) => ({ title: `Title ${at}`, width: 10 }));
  const row: Cell[] = columns.map(() => undefined);
  const texts = ['<b>&amp; "Ünïcode" 漢字 🎓</b>', '  blanks \n and lines ', '=1+1', '0123'];
  row.splice(0, texts.length, ...texts);
  row[28] = 'bell\u0007 and half a pair \ud800';
  row[29] = { cents: -1999, currency: currencyOf('EUR') };
  await writeXlsx(path, [sheetOfRows('People & <more>', columns, [row])]);
  const [sheet] = await readExcelFile(path, { trim: false });
  expect(sheet?.sheet).toBe('People & <more>');
  const [titles, read] = sheet?.data ?? [];
  expect(titles?.at(-1)).toBe('Title 29');
  expect(read?.slice(0, 4)).toEqual(texts);
  expect(read?.slice(28)).toEqual(['bell and half a pair \ufffd', -19.99]);
});

test('an XLSX column offers its choices, and keeps the lines of a text', async () => {
  const path = join(testFolder(), 'a.xlsx');
  const columns = [
    { title: 'Score', width: 8, choices: ['1', '2', '3'] },
    { title: 'Comment', width: 40, hasLines: true },
  ];
  await writeXlsx(path, [
    sheetOfRows('Reviews', columns, [
      [2, 'one\ntwo'],
      [undefined, '=1+1'],
    ]),
  ]);
  const [sheet] = await readExcelFile(path, { trim: false });
  expect(sheet?.data.slice(1)).toEqual([
    [2, 'one\ntwo'],
    [null, '=1+1'],
  ]);
  const unpacked = unzipSync(readFileSync(path));
  const xml = new TextDecoder().decode(unpacked['xl/worksheets/sheet1.xml']);
  expect(xml).toMatch(
    /<dataValidation type="list" .*sqref="A2:A3"><formula1>&#34;1,2,3&#34;<\/formula1>/,
  );
});
