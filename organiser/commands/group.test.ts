import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { planGroup } from '#server/orders/sell/register-group.ts';
import { aPayer, aSheet } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { organise, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { readSheet } from '#organiser/read-sheet.ts';

const folder = testFolder();
const server = await startTestSite();

test('the template is a readable sheet, and its example is refused', async () => {
  const path = join(folder, 'template.xlsx');
  const context = testContext(server);
  expect(await organise(context, 'group', '--template', path)).toContain('Template written to');
  const { rows } = await readSheet(path, []);
  expect(rows[0]?.slice(0, 2)).toEqual(['Name', 'Email']);
  await expect(planGroup(context, { rows, payer: aPayer })).rejects.toThrow(
    'row 2 is still the example',
  );
  await expect(organise(context, 'group', '--template', path)).rejects.toThrow('exists already');
});

test('rows keep their numbers after an empty row, and the plan shows their prices', async () => {
  const path = join(folder, 'people.xlsx');
  const { people, rows } = aSheet(['Speaker', 'Juggler']);
  const [head = [], first = [], second = []] = rows;
  await writeSheetFile(path, [head, first, [], second]);
  const context = testContext(server);
  const { rows: read } = await readSheet(path, []);
  await expect(planGroup(context, { rows: read, payer: aPayer })).rejects.toThrow(
    'row 4, Presentation type: "Juggler" is none of',
  );
  await writeSheetFile(path, [head, first]);
  const { name: payer, email: address, institute, country: land } = aPayer;
  const typed = ['--payer', payer, '--payer-email', address];
  const more = ['--payer-institute', institute, '--payer-country', land];
  const said = await organise(context, 'group', path, ...typed, ...more);
  const [{ name, email, instituteOrUniversity, country } = aPerson()] = people;
  expect(said).toContain(`row 2: ${name}, ${email}, ${instituteOrUniversity}, ${country}\n`);
  expect(said).toContain(`${name}: Registration (Speaker), 399.00 EUR\n`);
  expect(said).toContain(
    'The receipt is made out to Ottilie Kassenwart, Baltic Institute of Soft Matter, Germany.\n',
  );
  expect(said).toContain('Nothing was changed. Add --yes to do it.');
});

test('a missing sheet is reported in a sentence', async () => {
  const nothing = server.organise('group', join(folder, 'nothing.xlsx'));
  await expect(nothing).rejects.toThrow('There is no file');
});

test('in the template, columns of text remain text, whatever is typed into them', async () => {
  const path = join(folder, 'empty.xlsx');
  await server.organise('group', '--template', path);
  const files = unzipSync(readFileSync(path));
  const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const kinds = [...xml.matchAll(/<col [^>]*style="(\d)"/g)].map(([, style]) => style);
  const [text, general] = ['2', '0'];
  expect(kinds).toEqual([text, text, text, text, text, text, text, general, general, text]);
});

test('columns that do not belong to a group are named, and not read', async () => {
  const path = join(folder, 'more.csv');
  const { people, rows } = aSheet(['Speaker']);
  const [head = [], first = []] = rows;
  const lines = [['People of our institute'], ['No.', ...head, 'Remarks'], ['1', ...first]];
  writeFileSync(path, lines.map((line) => line.join(';')).join('\r\n'));
  const { rows: read } = await readSheet(path, []);
  const { words } = await planGroup(testContext(server), { rows: read, payer: aPayer });
  expect(words[0]).toContain(people[0]?.name);
  expect(words).toContain('Columns that are not read: "No.", "Remarks".');
});
