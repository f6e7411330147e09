import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { needsFeatures } from '#tests/support/has-feature.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { saveAuthors } from '#server/abstract/abstract-authors.ts';
import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { putDecision } from '#features/programme/decisions.ts';
import { inTransaction } from '#server/database/database.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { restoreBackup } from '#server/operations/restore-backup.ts';
import { writeBackup } from '#server/operations/write-backup.ts';
import { aForm, aVersion } from '#tests/support/author.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { exportPerson } from './export-person.ts';
import { purge } from './purge.ts';

const EMAIL = 'ada@lab.example';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite();
});

const author = (name: string) => ({
  name,
  affiliation: 'Lab of Kettles',
  orcid: '0000-0002-1825-0097',
  presents: false,
});

/** An abstract with three versions, two authors, a title and a decision. */
async function anAbstract(email = EMAIL, authors = ['Ada Kowalska', 'Bea Weiss']) {
  const form = aForm({ email, name: authors[0] ?? '' });
  const reference = String((await server.submit({ form })).json['reference']);
  await aVersion(server, reference);
  await aVersion(server, reference, 'final');
  const abstract = await findAbstractByReference(server.db, reference);
  const abstractId = abstract?.id ?? '';
  await inTransaction(server.db, async (tx) => {
    await saveAuthors(tx, abstractId, authors.map(author));
    await tx
      .updateTable('abstracts')
      .set({ title: 'Kettles in chains', keywords: 'kettle' })
      .where('id', '=', abstractId)
      .execute();
    await putDecision(tx, {
      abstractId,
      outcome: 'ACCEPTED',
      presentation: 'Talk',
      slot: undefined,
      comment: 'Please speak of kettles.',
      decidedAt: server.clock.now().toISOString(),
      toldAt: undefined,
    });
  });
  return reference;
}

const signs = ['kettle', 'kowalska', 'bea weiss', '0000-0002-1825-0097', EMAIL];

test('erasure removes the mails about an abstract to the address before a correction', async () => {
  needsFeatures('author-page');
  const reference = await anAbstract();
  const run = (...args: string[]) => server.organise(...args);
  await run('correct', reference, '--email', 'ada@new.example', '--yes');
  const text = await run('person', 'erase', 'ada@new.example', '--even-paid', '--yes');
  expect(text).toContain('Erased.');
  expect(JSON.stringify(await server.everyRow())).not.toMatch(/Kowalska|ada@(?:lab|new)/i);
});

test('an export has every version, the authors, the title and the comment', async () => {
  const reference = await anAbstract();
  const { kept, files } = await exportPerson(
    server.db,
    server.files.store,
    EMAIL,
    server.clock.now(),
  );
  expect(files).toHaveLength(3);
  expect(files).toEqual(files.map((file) => ({ ...file, reference, isThere: true })));
  expect(kept['abstract_authors']).toHaveLength(2);
  for (const sign of signs) expect(JSON.stringify(kept).toLowerCase(), sign).toContain(sign);
});

test('an erasure removes every version and co-author, and names abstracts of others with that name', async () => {
  await anAbstract();
  const other = await anAbstract('bob@lab.example', ['Bob Bauer', 'Dr. Ada Kowalska']);
  const said = await server.organise('person', 'erase', EMAIL, '--even-paid', '--yes');
  expect(said).toContain('1 more author: the abstract would be deleted for them, too');
  expect(said).toMatch(/files of abstracts, in all versions +3\n/);
  expect(said).toContain(`the same name is among the authors of ${other},`);
  expect(await server.files.listStored()).toHaveLength(3);
  const rows = await server.everyRow();
  expect(rows['abstracts']).toHaveLength(1);
  expect(rows['abstract_files']).toHaveLength(3);
  expect(rows['abstract_authors']).toHaveLength(2);
  expect(rows['decisions']).toHaveLength(1);
  await server.organise('person', 'erase', 'bob@lab.example', '--even-paid', '--yes');
  const left = JSON.stringify(await server.everyRow()).toLowerCase();
  for (const sign of signs) expect(left, sign).not.toContain(sign);
  expect(await server.files.listStored()).toEqual([]);
});

test('the purge removes every version', async () => {
  await anAbstract();
  server.clock.advance(3 * 366 * 24 * 60 * 60_000);
  await purge(
    {
      db: server.db,
      now: server.clock.now(),
      content: server.content,
      store: server.files.store,
      mailFolder: join(server.files.dataDir, 'mail'),
    },
    true,
  );
  expect(await server.files.listStored()).toEqual([]);
  const rows = await server.everyRow();
  for (const table of ['abstracts', 'abstract_files', 'abstract_authors', 'decisions']) {
    expect(rows[table], table).toEqual([]);
  }
});

test('a backup has every version, and a restored one too', async () => {
  await anAbstract();
  const folder = testFolder();
  const path = join(folder, 'backup.tar.gz');
  await writeBackup(server.db, server.files.store, path, server.clock.now().toISOString());
  const { db, close } = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  const here = { file_store: store.id, sandbox_id: null };
  const contents = await restoreBackup(path, { db, store, dataDir: folder, here });
  expect(contents).toMatchObject({ files: 3 });
  for (const key of await server.files.listStored()) {
    const bytes = await buffer(await store.read(key));
    expect(bytes.equals(await buffer(await server.files.store.read(key)))).toBe(true);
  }
  await close();
});
