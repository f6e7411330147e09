import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { writeZip } from '#documents/zip-file.ts';
import { writeForeignSheet, writeSheetFile } from '#tests/support/sheet-file.ts';
import { readSheet } from './read-sheet.ts';

const folder = testFolder();

let files = 0;
const newPath = (ending: string) => join(folder, `${files++}.${ending}`);

async function foreign(workbook: Parameters<typeof writeForeignSheet>[1]) {
  const path = newPath('xlsx');
  await writeForeignSheet(path, workbook);
  return (await readSheet(path, [])).rows;
}

test.each([
  ['0.3958333333333333', 20, '09:30'],
  ['0.59375', 18, '2:15 PM'],
  ['0.3958333333333333', 'hh:mm', '09:30'],
  ['46171.4375', 22, '2026-05-29 10:30'],
  ['46171', 14, '2026-05-29'],
  ['46171.4375', 'ddd hh:mm', 'Fri 10:30'],
  ['46171', '[$-407]d. mmmm yyyy', '29. Mai 2026'],
  ['46024', 16, '2-Jan'],
  ['0.25', 9, '25%'],
  ['7', 0, '7'],
  ['0.30000000000000004', 0, '0.3'],
  ['4930555014', 0, '4930555014'],
  ['4930555014', 11, '4930555014'],
  ['1234.5', 4, '1,234.50'],
])(
  'the number %s in the format %s is read as a spreadsheet shows it: %s',
  async (number, format, seen) => {
    const rows = await foreign({
      rows: `<row r="1"><c r="A1" s="1"><v>${number}</v></c></row>`,
      formats: [0, format],
    });
    expect(rows).toEqual([[seen]]);
  },
);

test('days are counted from 1904 if the file says so', async () => {
  const rows = '<row r="1"><c r="A1" s="0"><v>44709</v></c></row>';
  expect(await foreign({ rows, formats: [14], isFrom1904: true })).toEqual([['2026-05-29']]);
});

test('cells of every kind keep their position, whatever program wrote them', async () => {
  const rows = await foreign({
    rows: `<row r="2"><c r="B2" t="s"><v>0</v></c><c t="b"><v>1</v></c><c r="F2" t="inlineStr"><is><r><t>Ilse </t></r><r><t>Ketten</t></r></is></c></row><row><c t="str"><f>A1</f><v>&#60;b&#62; &amp;</v></c><c t="str"><f>""</f><v></v></c><c/></row>`,
    strings: ['<r><t>漢</t></r><r><t>字_x000A_2</t></r><rPh><t>かんじ</t></rPh>'],
  });
  expect(rows).toEqual([[], ['', '漢字\n2', 'TRUE', '', '', 'Ilse Ketten'], ['<b> &']]);
});

test('a formula without a result, or with an error, is not read as text', async () => {
  const [row] = await foreign({
    rows: '<row r="1"><c r="A1"><f>B1</f></c><c r="B1"><f>B1</f><v/></c><c r="C1" t="str"><f>B1</f></c><c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
  });
  const trouble = expect.stringContaining('open it in Excel or LibreOffice and save it');
  expect(row).toEqual([{ trouble }, { trouble }, { trouble }, { trouble: 'shows #DIV/0!' }]);
});

test('a sheet that we wrote is read unchanged, and empty cells are empty', async () => {
  const path = newPath('xlsx');
  await writeSheetFile(path, [
    ['Name', 'Slot'],
    ['+49', new Date('2026-05-29T10:30:00Z')],
    [null, 3],
  ]);
  const { rows, notes } = await readSheet(path, []);
  expect(rows).toEqual([
    ['Name', 'Slot'],
    ['+49', '2026-05-29 10:30'],
    ['', '3'],
  ]);
  expect(notes).toEqual([]);
});

test.each([
  '<row r="1048576"><c r="A1048576"><v>1</v></c></row>',
  '<row r="1"><c r="XFD1"><v>1</v></c></row>',
])('a cell far from the table is refused with its position: %s', async (rows) => {
  await expect(foreign({ rows })).rejects.toThrow('far from any table: delete it');
});

test('styles of empty cells far away do not matter', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row>';
  expect(await foreign({ rows })).toEqual([['1']]);
});

test('a sheet that is too large after unpacking is not read', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(21 * 1024 * 1024)}`;
  await expect(foreign({ rows })).rejects.toThrow('unpacks to more than 20 MiB');
});

const people = [
  ['Name', 'Institute', 'Phone'],
  ['Jürgen Ketten', 'Institut für "Fasern", Köln', '+49 30 5550 100'],
  ['Ilse', 'two\r\nlines', "o'clock"],
];
const csv = (sign: string, mark = '') =>
  mark +
  people.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(sign)).join('\r\n');

test.each([
  ['commas', Buffer.from(csv(','))],
  ['semicolons, UTF-8 with a byte order mark', Buffer.from(csv(';', '\uFEFF'))],
  ['tabs, UTF-16', Buffer.from(csv('\t', '\uFEFF'), 'utf16le')],
  ['semicolons in the code page of Windows', Buffer.from(csv(';'), 'latin1')],
])('CSV with %s is read', async (kind, bytes) => {
  const path = newPath('csv');
  writeFileSync(path, bytes);
  const { rows, notes } = await readSheet(path, []);
  // A line end within a cell becomes \n, as in Excel.
  const read = people.map((row) => row.map((cell) => cell.replaceAll('\r\n', '\n')));
  expect(rows).toEqual(read);
  expect(notes).toHaveLength(kind.includes('code page') ? 1 : 0);
});

test('CSV with several kinds of line ends loses no row', async () => {
  const path = newPath('csv');
  writeFileSync(path, 'Name,Phone\r\nIlse,1\nBo,2\rUwe,3\r\n');
  const { rows } = await readSheet(path, []);
  expect(rows.slice(0, 4)).toEqual([
    ['Name', 'Phone'],
    ['Ilse', '1'],
    ['Bo', '2'],
    ['Uwe', '3'],
  ]);
});

test('CSV is read without quotes, and without our apostrophe before a formula', async () => {
  const path = newPath('csv');
  writeFileSync(path, "Name;Phone\nIlse;'+49 30\n\nBo;'n Bo\n");
  const { rows } = await readSheet(path, []);
  expect(rows.slice(0, 4)).toEqual([['Name', 'Phone'], ['Ilse', '+49 30'], [''], ['Bo', "'n Bo"]]);
});

test.each([
  ['an old sheet', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'save it as XLSX, without one'],
  ['no sheet', Buffer.from([1, 0, 2, 0]), 'is neither an XLSX sheet nor a CSV file'],
  ['a damaged archive', Buffer.from('504b030400000000', 'hex'), 'is no XLSX sheet, or is damaged'],
  ['an empty file', Buffer.alloc(0), 'is empty'],
  ['a PDF file', Buffer.from('%PDF-1.7\n'), 'is a PDF file'],
  ['Korean CSV of Excel', Buffer.from('4e616d650ab1e8b9cebcf6', 'hex'), 'save it as XLSX or as'],
  ['Russian CSV of Excel', Buffer.from('4e616d650ac8e2e0ed', 'hex'), 'of another script'],
])('%s is refused with a sentence', async (_, bytes, words) => {
  const path = newPath('xlsx');
  writeFileSync(path, bytes);
  await expect(readSheet(path, [])).rejects.toThrow(words);
});

test('a file that is not there is named', async () => {
  await expect(readSheet(join(folder, 'none.xlsx'), [])).rejects.toThrow('There is no file');
});

test.each([
  ['content.xml', 'is a file of OpenDocument'],
  ['Index/Document.iwa', 'is a file of Numbers or Pages'],
  ['xl/workbook.bin', 'is an XLSB file'],
  ['word/document.xml', 'is a Word document'],
  ['anna/Reviews.xlsx', 'is an archive: unpack it'],
  ['photo.jpg', 'is no XLSX sheet, or is damaged'],
])('an archive with %s is refused, and the message says how to go on', async (name, words) => {
  const path = newPath('xlsx');
  async function* entries() {
    yield { name, isPacked: false, chunks: [Buffer.from('x')] };
  }
  await writeZip(path, entries());
  await expect(readSheet(path, [])).rejects.toThrow(words);
});

test('a folder is refused', async () => {
  await expect(readSheet(folder, [])).rejects.toThrow('is a folder: name one sheet in it');
});

test('the sheet with the columns is read, and every other part of the file is named', async () => {
  const path = newPath('xlsx');
  await writeSheetFile(
    path,
    [
      ['Name', 'Colour', ''],
      ['Ilse', 'red', 'why'],
      [null, 'total'],
    ],
    { Cover: [['Committee'], ['Name it']], 'How to': [['Column']], Empty: [] },
  );
  const { name, rows, notes } = await readSheet(path, [['Name'], ['Email']]);
  expect([name, rows[1]]).toEqual(['People', ['Ilse', 'red', 'why']]);
  expect(notes).toEqual([
    'Only the sheet “People” is read, and not “Cover”.',
    'Columns that are not read, because they have no heading: C.',
    'Rows that are not read, because they have nothing in a known column: 3.',
  ]);
});

test('hidden rows are read and named, and so are a hidden sheet and comments beside cells', async () => {
  const path = newPath('xlsx');
  const cell = (place: string, words: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`;
  await writeForeignSheet(path, {
    rows: `<row r="1">${cell('A1', 'Name')}</row><row r="2" hidden="1">${cell('A2', 'Ilse')}</row><row r="3" hidden="1"/>`,
    hidden: `<row r="1">${cell('A1', 'Bo')}</row>`,
    commented: ['A2', 'C7'],
  });
  const { rows, notes } = await readSheet(path, [['Name']]);
  expect(rows).toEqual([['Name'], ['Ilse']]);
  expect(notes).toEqual([
    'Only the sheet “People” is read, and not “Lists” (hidden).',
    'Rows that are hidden in the sheet, and are read: 2.',
    'Comments that are not read, because they are not in a cell but beside it: A2, C7.',
  ]);
});
