import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { aSheet } from '#tests/support/a-group.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { tableCommand } from '#organiser/commands/table.ts';

const server = await startTestSite();

const inFolder = (name: string) => join(server.files.dataDir, name);

async function invited(rows: ReturnType<typeof aSheet>['rows'], isReal: boolean) {
  const path = inFolder('guests.xlsx');
  await writeSheetFile(path, rows);
  return server.organise('invite', path, ...(isReal ? ['--yes'] : []));
}

test('guests of a sheet are in badges, lists, tables, places and exports', async () => {
  needsFeatures('badges');
  const { rows, people } = aSheet(['Speaker', 'Poster']);
  expect(await invited(rows, false)).toContain('Nothing was changed. Add --yes to do it.');
  const context = testContext(server);
  expect(await organise(context, 'attendance', inFolder('none.pdf'))).toContain('participants: 0.');

  expect(await invited(rows, true)).toContain('Invited: 2.');
  expect(await organise(context, 'badges', inFolder('badges.pdf'))).toContain(
    'badges: 2, sheets: 1',
  );
  expect(await organise(context, 'attendance', inFolder('list.pdf'))).toContain('participants: 2.');
  const request = { path: inFolder('people.csv'), sheet: undefined };
  await printed((print) => tableCommand(context, request, print));
  const csv = readFileSync(request.path, 'utf8');
  for (const { name } of people) expect(csv).toMatch(new RegExp(`${name}.*CONFIRMED.*0\\.00`));
  const lines: string[] = [];
  await exportJsonLines(server.db, server.files.store, async (line) => void lines.push(line));
  expect(lines.filter((line) => JSON.parse(line).type === 'order')).toHaveLength(2);
  expect(await organise(context, 'places', '--json')).toContain('"paid": 2');
});

test('a missing sheet is reported', async () => {
  const nothing = server.organise('invite', inFolder('nothing.xlsx'));
  await expect(nothing).rejects.toThrow('There is no file');
});
