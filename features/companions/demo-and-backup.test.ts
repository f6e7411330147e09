import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '#server/identity.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { restoreBackup } from '#server/operations/restore-backup.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras } from '#tests/support/fixture-prices.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { companionsOf } from './companions.ts';
import { peopleRegistered } from './demo.ts';

const companions = { extras: ['dinner'], roomGuests: true, questions: ['diet'] };
const server = await startTestSite({
  content: {
    ...fixtureContent,
    prices: withExtras(fixtureContent.prices),
    conference: { ...fixtureContent.conference, companions },
  },
});

test('the demonstration names companions, and a restored backup keeps names, codes, arrivals and answers', async () => {
  for (let at = 0; at < 12; at++) {
    await server.paidRegistration({ extras: [{ id: 'dinner', count: (at % 2) + 1 }] });
  }
  const { context, content } = server;
  await peopleRegistered({ context, content } as DemoDeps);
  const ids = (await allParticipants(server.db)).map(({ id }) => id);
  const named = [...(await companionsOf(server.db, ids)).values()].flat();
  expect(named.length).toBeGreaterThan(1);
  const [first] = named;
  await server.organise('checkin', first?.reference ?? '');
  const before = await server.everyRow();
  expect(before['companion_answers']?.length).toBeGreaterThan(0);
  expect(before['companions']?.some((row) => row['checked_in_at'] !== null)).toBe(true);

  const folder = testFolder();
  const path = join(folder, 'backup.tar.gz');
  const at = server.clock.now().toISOString();
  expect(await writeBackup(server.db, server.files.store, path, at)).toMatchObject({ broken: [] });
  const { db, close } = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  const here = { file_store: newId(), sandbox_id: null };
  await restoreBackup(path, { db, store, dataDir: folder, here });
  const after = await everyRow(db);
  expect(after['companions']).toEqual(before['companions']);
  expect(after['companion_answers']).toEqual(before['companion_answers']);
  expect([...(await companionsOf(db, ids)).values()].flat()).toHaveLength(named.length);
  await close();
});
