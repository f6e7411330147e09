import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leaseScan } from '#server/abstract/abstract-scans.ts';
import { restoreBackup } from '#server/operations/restore-backup.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { finishRemovals } from '#server/privacy/removals.ts';
import { aForm, aVersion } from '#tests/support/author.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { startTestBucket, type TestBucket } from '#tests/support/test-bucket.ts';
import { organise, printed, testContext } from '#tests/support/test-commands.ts';
import { createEmptyDatabase } from '#tests/support/test-database.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { saveAbstracts } from '#organiser/commands/abstracts.ts';
import { backupCommand } from '#organiser/commands/backup.ts';
import { exportJsonLines } from '#organiser/commands/export.ts';
import { personCommand } from '#organiser/commands/person.ts';
import { purgeCommand } from '#organiser/commands/purge.ts';

const YEARS = 5 * 365 * 24 * 60 * 60_000;
const EMAIL = 'rosalind@lab.example';
const words = '1 file is not in the store that the settings name but in the ';

let bucket: TestBucket;
let server: TestSite;
afterEach(async () => {
  await bucket.close();
});

describe.each(['folder', 'bucket'] as const)('with a %s', (kind) => {
  beforeEach(async () => {
    bucket = await startTestBucket();
    server = await startTestSite({ bucket: kind === 'bucket' ? bucket : undefined });
    await server.submit({ form: aForm({ email: EMAIL }) });
  });

  /** The commands with another DATA_DIR or bucket. */
  const elsewhere = () => {
    const store = folderStore(join(server.files.dataDir, 'other', 'files'));
    return { ...testContext(server), store: async () => store };
  };
  const erase = { action: 'erase', email: EMAIL, isReal: true, isEvenPaid: false } as const;
  const mailFolder = 'none';

  test('an erasure removes the file', async () => {
    const text = await printed((print) => personCommand(testContext(server), erase, print));
    expect(text).toContain('Erased. Data may remain in');
    expect(await server.files.listStored()).toEqual([]);
  });

  test('an erasure with another store leaves the file, and says who removes it', async () => {
    const said = printed((print) => personCommand(elsewhere(), erase, print));
    await expect(said).rejects.toThrow(`Erased from the database, but ${words}${kind} `);
    expect(await server.files.listStored()).toHaveLength(1);
    expect((await server.everyRow())['removals']).toHaveLength(1);
    await finishRemovals(server.db, { store: server.files.store, mailFolder });
    expect(await server.files.listStored()).toEqual([]);
    expect((await server.everyRow())['removals']).toEqual([]);
  });

  test('a purge with another store does the same', async () => {
    server.clock.advance(YEARS);
    const said = printed((print) => purgeCommand(elsewhere(), true, print));
    await expect(said).rejects.toThrow(`${words}${kind} `);
    expect((await server.everyRow())['abstracts']).toEqual([]);
    expect(await server.files.listStored()).toHaveLength(1);
    await printed((print) => purgeCommand(testContext(server), true, print));
    expect(await server.files.listStored()).toEqual([]);
  });

  test('with another store a backup, an export and saved abstracts name the files that they lack', async () => {
    const { dataDir } = server.files;
    const path = join(dataDir, 'copy.tar.gz');
    let broken = 0;
    const text = await printed(async (print) => {
      broken = await backupCommand(elsewhere(), path, print);
    });
    expect(text).toContain(`${words}${kind} `);
    expect(broken).toBe(1);
    const store = await elsewhere().store();
    const ignore = async () => undefined;
    expect((await exportJsonLines(server.db, store, ignore)).elsewhere).toContain(words);
    const saving = { folder: join(dataDir, 'saved'), withInfected: false };
    const saved = await printed(async (print) => {
      broken = await saveAbstracts(server.db, store, saving, print);
    });
    expect(saved).toContain(`NOT HERE, it is in the ${kind} `);
    expect(broken).toBe(1);
    const doctor = await organise({ ...elsewhere(), dataDir: join(dataDir, 'other') }, 'doctor');
    expect(doctor).toMatch(new RegExp(`attention +${words}${kind} `));
  });

  test('a backup and, beside a folder, doctor name each version whose file is missing', async () => {
    const { db, files } = server;
    const { reference, file_key: first } = await db
      .selectFrom('abstracts')
      .innerJoin('abstract_files', 'abstract_files.id', 'abstracts.file_id')
      .select(['reference', 'file_key'])
      .executeTakeFirstOrThrow();
    await aVersion(server, reference);
    await files.store.remove(first);
    const missing = `${reference}, version 1`;
    const path = join(files.dataDir, 'copy.tar.gz');
    const backup = await printed((print) => backupCommand(testContext(server), path, print));
    expect(backup).toContain(`damaged or missing: ${missing} (file ${first})\n`);
    expect(backup).not.toContain('version 2');
    const quiet = await server.organise('doctor', '--quiet');
    const lines = quiet.split('\n').filter((line) => line.includes('lacks files of abstracts'));
    expect(lines.map((line) => line.split(': ')[1])).toEqual(kind === 'folder' ? [missing] : []);
  });

  test('only a server with the store of a file scans the file', async () => {
    const { db, clock } = server;
    expect(await leaseScan(db, (await elsewhere().store()).id, clock.now())).toBeUndefined();
    expect(await leaseScan(db, server.files.store.id, clock.now())).toMatchObject({ tries: 1 });
  });

  test('a restored file belongs to the store of the restore', async () => {
    const { dataDir } = server.files;
    const path = join(dataDir, 'copy.tar.gz');
    await printed((print) => backupCommand(testContext(server), path, print));
    const { db, close } = await createEmptyDatabase();
    const store = folderStore(join(dataDir, 'restored', 'files'));
    const here = { file_store: store.id, sandbox_id: null };
    await restoreBackup(path, { db, store, dataDir, here });
    expect((await everyRow(db))['abstract_files']).toMatchObject([{ file_store: store.id }]);
    rmSync(path);
    const target = { ...testContext(server), store: async () => store };
    const payments = { ...target.payments, db };
    const text = await printed((print) => backupCommand({ ...target, payments }, path, print));
    expect(text).toContain('1 files');
    await close();
  });
});
