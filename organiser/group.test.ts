import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { planGroup } from '#server/organising/register-group.ts';
import { aPayer, aSheet } from '#tests/support/a-group.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { carryOut } from './command.ts';
import { group, writeTemplate } from './group.ts';
import { readRows } from './read-sheet.ts';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'plenary-group-'));
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('the template is a sheet that is read back, and its example is refused', async () => {
  const path = join(folder, 'template.xlsx');
  const context = testContext(server);
  expect(await printed((print) => writeTemplate(context, path, print))).toContain('is written');
  const rows = await readRows(path);
  expect(rows[0]?.slice(0, 2)).toEqual(['Name', 'Email']);
  await expect(planGroup(context, { rows, payer: aPayer })).rejects.toThrow(
    'row 2: is the example still',
  );
  await expect(printed((print) => writeTemplate(context, path, print))).rejects.toThrow(
    'is there already',
  );
});

test('rows keep their numbers where a row is empty, and say what they would cost', async () => {
  const path = join(folder, 'people.xlsx');
  const { people, rows } = aSheet(['Speaker', 'Juggler']);
  const [head = [], first = [], second = []] = rows;
  await writeXlsxFile([head, first, [], second].map((row) => row.map(String))).toFile(path);
  const context = testContext(server);
  const read = await readRows(path);
  await expect(planGroup(context, { rows: read, payer: aPayer })).rejects.toThrow(
    'row 4, Presentation type: "Juggler" is none of',
  );
  const said = await printed((print) =>
    carryOut(
      planGroup(context, { rows: read.slice(0, 2), payer: aPayer }),
      { isReal: false, flag: '--yes' },
      print,
    ),
  );
  expect(said).toContain(`${people[0]?.name}: Registration (Speaker), 399.00 EUR\n`);
  expect(said).toContain('Nothing was changed. Add --yes to do it.');
});

test('a file that is no sheet, and none at all, is said in a sentence', async () => {
  const print = async () => undefined;
  await expect(group.run([], print)).rejects.toMatchObject({ exitCode: 2 });
  await expect(readRows(join(folder, 'nothing.xlsx'))).rejects.toThrow('cannot be read (ENOENT)');
  await expect(readRows(new URL(import.meta.url).pathname)).rejects.toThrow('is no XLSX sheet');
});
