import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planInvitation } from '#server/orders/invite-guests.ts';
import { printAttendance, printBadges } from '#server/reports/print-documents.ts';
import { aSheet } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { printed, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { carryOut } from './command.ts';
import { exportJsonLines } from './export.ts';
import { invite } from './invite.ts';
import { placesCommand } from './places.ts';
import { readSheet } from './read-sheet.ts';
import { savePrinted } from './save-printed.ts';
import { tableCommand } from './table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inFolder = (name: string) => join(server.files.dataDir, name);

async function invited(rows: ReturnType<typeof aSheet>['rows'], isReal: boolean) {
  const path = inFolder('guests.xlsx');
  await writeSheetFile(path, rows);
  const { rows: read } = await readSheet(path);
  const planned = planInvitation(server.organising, { rows: read });
  return printed((print) => carryOut(planned, { isReal, flag: '--yes' }, print));
}

test('guests of a sheet are in badges, lists, tables, places and exports', async () => {
  const { rows, people } = aSheet(['Speaker', 'Poster']);
  expect(await invited(rows, false)).toContain('Nothing was changed. Add --yes to do it.');
  const context = testContext(server);
  expect(await savePrinted(inFolder('none.pdf'), printAttendance(context))).toBe(0);

  expect(await invited(rows, true)).toContain('Invited: 2.');
  const cards = { format: 'card', order: 'family-name' } as const;
  expect(await savePrinted(inFolder('badges.pdf'), printBadges(context, cards))).toBe(2);
  expect(await savePrinted(inFolder('list.pdf'), printAttendance(context))).toBe(2);
  const request = { path: inFolder('people.csv'), sheet: undefined };
  await printed((print) => tableCommand(context, request, print));
  const csv = readFileSync(request.path, 'utf8');
  for (const { name } of people) expect(csv).toMatch(new RegExp(`${name}.*CONFIRMED.*0\\.00`));
  const lines: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
  expect(lines.filter((line) => JSON.parse(line).type === 'order')).toHaveLength(2);
  expect(await printed((print) => placesCommand(context, true, print))).toContain('"paid": 2');
});

test('a call without a sheet is a mistake, and one that is not there is said', async () => {
  const print = async () => undefined;
  await expect(invite.run([], print)).rejects.toMatchObject({ exitCode: 2 });
  await expect(invite.run([inFolder('nothing.xlsx')], print)).rejects.toThrow(
    'cannot be read (ENOENT)',
  );
});
