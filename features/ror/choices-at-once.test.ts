import { join } from 'node:path';
import { expect, test } from 'vitest';
import { organisationsIn } from '#server/abstract/organisations.ts';
import { newAbstract } from '#tests/support/own-abstract.ts';
import { writeSheetFile } from '#tests/support/sheet-file.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { writeSampleList } from './sample-registry.ts';

test('a double click of an author, and two organisers at once, save one choice each', async () => {
  const server = await startTestSite();
  await writeSampleList(server.files.dataDir);
  const { path, id } = await newAbstract(server);
  const press = (ror: string) =>
    server.sendForm(`${path}/organisations`, { 'organisation-1': ror });
  const pages = await Promise.all([press('042aqky30'), press('042aqky30')]);
  expect(pages.map(({ status }) => status)).toEqual([303, 303]);
  expect(await server.db.selectFrom('affiliation_organisations').select('ror').execute()).toEqual([
    { ror: '042aqky30' },
  ]);

  const sheet = join(testFolder(), 'match.xlsx');
  await writeSheetFile(sheet, [
    ['Affiliation', 'ROR', 'Right'],
    ['Delta Lab', '02crff812', 'yes'],
    ['TU Dresden', '042aqky30', 'yes'],
  ]);
  const match = () => server.organise('ror', '--match', sheet, '--yes');
  await Promise.all([match(), match()]);
  await match();
  const rows = await server.db
    .selectFrom('affiliation_organisations')
    .select(['entry', 'ror'])
    .where('abstract_id', 'is', null)
    .orderBy('entry')
    .execute();
  expect(rows).toEqual([
    { entry: 'delta lab', ror: '02crff812' },
    { entry: 'tu dresden', ror: '042aqky30' },
  ]);
  const find = await organisationsIn(server.db);
  expect(find('Delta Lab', id)?.name).toBe('University of Zurich');
});
