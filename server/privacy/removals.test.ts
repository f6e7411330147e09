import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isFileKept } from '#server/database/all-rows.ts';
import { every } from '#server/operations/every.ts';
import { sweepUploads } from '#server/files/sweep-uploads.ts';
import { aForm } from '#tests/support/author.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { erasePerson } from './erase-person.ts';
import { finishRemovals } from './removals.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

test('the server finishes an erasure that was killed, and tries again after an error of the store', async () => {
  const { db, clock, files } = server;
  const form = aForm();
  await server.submit({ form });
  await server.submit();
  const mailFolder = join(files.dataDir, 'mail');
  const killed = { ...files.store, remove: () => Promise.reject(new Error('killed')) };
  const erasing = { db, now: clock.now(), conferenceEnd: clock.now(), store: killed, mailFolder };
  await expect(erasePerson(erasing, String(form['email']), false)).rejects.toThrow('killed');
  expect((await everyRow(db))['abstracts']).toHaveLength(1);
  expect(await files.listStored()).toHaveLength(2);

  let tries = 0;
  const store: typeof files.store = {
    ...files.store,
    async remove(key) {
      tries += 1;
      if (tries === 1) throw new Error('the store is away');
      await files.store.remove(key);
    },
  };
  const lines: string[] = [];
  const isKept = (key: string) => isFileKept(db, key);
  const finishing = every(
    10,
    () => finishRemovals(db, { store, mailFolder }),
    (error) => void lines.push(String(error)),
  );
  await expect.poll(() => files.listStored()).toHaveLength(1);
  await finishing.stop();
  await sweepUploads({ uploads: files.uploads, store, isKept });
  expect(lines).toEqual(['Error: the store is away']);
  expect((await everyRow(db))['removals']).toEqual([]);
  const [left] = (await everyRow(db))['abstract_files'] ?? [];
  expect(await files.listStored()).toEqual([left?.['file_key']]);
});

test('a file that cannot be removed does not stop the removal of other files', async () => {
  const { db, files } = server;
  for (const name of ['bad', 'good']) {
    const file_store = files.store.id;
    await db.insertInto('removals').values({ place: 'files', name, file_store }).execute();
  }
  const removed: string[] = [];
  const store: typeof files.store = {
    ...files.store,
    async remove(key) {
      if (key === 'bad') throw new Error('nobody may');
      removed.push(key);
    },
  };
  const mailFolder = join(files.dataDir, 'mail');
  await expect(finishRemovals(db, { store, mailFolder })).rejects.toThrow('nobody may');
  expect(removed).toEqual(['good']);
  expect((await everyRow(db))['removals']).toMatchObject([{ place: 'files', name: 'bad' }]);
});
