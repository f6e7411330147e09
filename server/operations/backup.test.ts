import { readdirSync, readFileSync, truncateSync, writeFileSync, WriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import {
  hasRows,
  inSnapshot,
  insertRows,
  isTableName,
  pagesOf,
} from '#server/database/all-rows.ts';
import { inTransaction, openDatabase } from '#server/database/database.ts';
import { isMigrated, knownChecksum, migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { folderStore } from '#server/files/folder-store.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { withInvoices } from '#tests/support/invoices.ts';
import { everyRow } from '#tests/support/every-row.ts';
import { createEmptyDatabase, createTestDatabase } from '#tests/support/test-database.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { countRecipients, identitiesIn, lockFor, newIdentityFile } from './encryption.ts';
import { BackupBroken, CHECKSUMS, digestOfPart, HEADER } from './backup-file.ts';
import { checkBackup, NotEmpty, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const AT = '2026-05-01T08:00:00.000Z';
/** The file store and the sandbox of the restored rows. */
const here = { file_store: 'folder two', sandbox_id: null };
let folder: string;
const server = await startTestSite({ content: withInvoices({ receipts: true }) });
beforeAll(async () => {
  await server.submit({ bytes: aPdf(40_000) });
  await server.leftCheckout();
  await server.control.settled();
});
beforeEach(() => {
  folder = testFolder();
});

async function backedUp(): Promise<string> {
  const path = join(folder, `${readdirSync(folder).length}.tar.gz`);
  const { broken } = await writeBackup(server.db, server.files.store, path, AT);
  expect(broken).toEqual([]);
  return path;
}

/** All rows of the server, with the file store of the restored files. */
async function rowsMovedHere() {
  const rows = await server.everyRow();
  const versions = rows['abstract_files']?.map((row) => ({ ...row, file_store: here.file_store }));
  return { ...rows, abstract_files: versions };
}

async function restored(path: string) {
  const database = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  const contents = await restoreBackup(path, { db: database.db, store, dataDir: folder, here });
  return { ...database, store, contents };
}

test('a restored backup has every row and every byte', async () => {
  const { db, store, contents, close } = await restored(await backedUp());
  const rows = await everyRow(db);
  expect(rows).toEqual(await rowsMovedHere());
  expect(rows['payments']).toHaveLength(1);
  // The numbers of documents go on after the last one.
  expect(rows['document_series']).toMatchObject([{ last_number: 1, deleted: 0 }]);
  expect(contents).toMatchObject({ files: 1, header: { createdAt: AT } });
  const [key = ''] = await server.files.listStored();
  const bytes = await buffer(await store.read(key));
  expect(bytes.equals(await buffer(await server.files.store.read(key)))).toBe(true);
  expect(readdirSync(folder).filter((name) => name.startsWith('restore-'))).toEqual([]);
  await close();
});

test('a backup of SQLite can be restored to any engine', async () => {
  const dataDir = join(folder, 'embedded');
  const embedded = openDatabase({ url: undefined, dataDir, log: () => undefined });
  await migrate(embedded);
  await inTransaction(embedded, async (tx) => {
    for (const [table, rows] of Object.entries(await server.everyRow())) {
      if (isTableName(table)) await insertRows(tx, table, rows);
    }
  });
  const path = join(folder, 'embedded.tar.gz');
  await writeBackup(embedded, server.files.store, path, AT);
  await embedded.destroy();
  const { db, close } = await restored(path);
  expect(await everyRow(db)).toEqual(await rowsMovedHere());
  await close();
});

test('a backup never overwrites a file', async () => {
  const path = await backedUp();
  const before = readFileSync(path);
  await expect(writeBackup(server.db, server.files.store, path, AT)).rejects.toThrow('EEXIST');
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a file that cannot be made is refused before the database is asked', async () => {
  const path = join(folder, 'missing/backup.tar.gz');
  const untouched = new Proxy(server.db, {
    get: () => {
      throw new Error('the database was asked');
    },
  });
  await expect(writeBackup(untouched, server.files.store, path, AT)).rejects.toThrow('ENOENT');
});

test('of two backups with one name at once, one is complete and the other is refused', async () => {
  const path = join(folder, 'night.tar.gz');
  const made = await Promise.allSettled(
    [1, 2].map(() => writeBackup(server.db, server.files.store, path, AT)),
  );
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(made).toContainEqual({
    status: 'rejected',
    reason: expect.objectContaining({ code: 'EEXIST' }),
  });
  await checkBackup(path);
  expect(readdirSync(folder)).toEqual(['night.tar.gz']);
});

test('a backup is restored only into an empty place', async () => {
  const path = await backedUp();
  const { db, store, close } = await restored(path);
  const again = restoreBackup(path, { db, store, dataDir: folder, here });
  await expect(again).rejects.toThrow(NotEmpty);
  await close();
});

test('a restore of an earlier version that was interrupted can be repeated', async () => {
  const migration = '0001-initial';
  const { db, close } = await createEmptyDatabase();
  // The interrupted restore left tables without rows.
  await migrate(db, migration);
  const checksum = await knownChecksum(migration);
  const header = JSON.stringify({ format: 1, createdAt: AT, migration, checksum });
  const archive = pack();
  archive.entry({ name: HEADER }, header);
  const sums = { [HEADER]: digestOfPart(Buffer.from(header)) };
  archive.entry({ name: CHECKSUMS }, JSON.stringify(sums));
  archive.finalize();
  const path = join(folder, 'earlier.tar.gz');
  writeFileSync(path, gzipSync(await buffer(archive)));
  const store = folderStore(join(folder, 'files'));
  await restoreBackup(path, { db, store, dataDir: folder, here });
  expect(await isMigrated(db)).toBe(true);
  await close();
});

test('one changed byte anywhere is found before anything is written', async () => {
  const archive = gunzipSync(readFileSync(await backedUp()));
  const { db, close } = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  for (const what of ['CONFIRMED', '%PDF-', '"format":1', '"createdAt"']) {
    const changed = Buffer.from(archive);
    changed.write('X', archive.indexOf(what) + 2);
    const path = join(folder, 'changed.tar.gz');
    writeFileSync(path, gzipSync(changed));
    await expect(restoreBackup(path, { db, store, dataDir: folder, here })).rejects.toThrow(
      BackupBroken,
    );
  }
  expect(await hasRows(db)).toBe(false);
  expect(readdirSync(join(folder, 'files'))).toEqual([]);
  await close();
});

test.each([0.2, 0.7, 0.99])('a backup cut off at %d of its length is refused', async (share) => {
  const whole = readFileSync(await backedUp());
  const path = join(folder, 'cut.tar.gz');
  writeFileSync(path, whole.subarray(0, whole.length * share));
  await expect(checkBackup(path)).rejects.toThrow(BackupBroken);
});

test('a backup of a version with other tables is refused before anything is written', async () => {
  const last = Object.values(migrations).at(-1);
  if (!last) throw new Error('no migration');
  const other = vi.spyOn(last, 'up').mockImplementation(async () => undefined);
  const path = await backedUp();
  other.mockRestore();
  await expect(checkBackup(path)).rejects.toThrow(
    new BackupBroken(
      `${path} is from another version of this program: restore it with that version`,
    ),
  );
});

/** A file of identities and its recipient. */
async function newKeys() {
  const { text, recipient } = await newIdentityFile(AT);
  return { identities: await identitiesIn('keys.txt', text), recipient };
}

test('each recipient of an encrypted backup restores every row, and nobody else anything', async () => {
  const [ours, theirs, strangers] = [await newKeys(), await newKeys(), await newKeys()];
  const path = join(folder, 'night.tar.gz.age');
  const recipients = [ours.recipient, theirs.recipient];
  await writeBackup(server.db, server.files.store, path, AT, recipients);
  expect(readFileSync(path).toString('latin1')).not.toContain('%PDF-');
  expect(await countRecipients(path)).toBe(2);
  for (const { identities } of [ours, theirs]) {
    expect(await checkBackup(path, identities)).toMatchObject({ files: 1 });
  }
  const { db, close } = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  const target = { db, store, dataDir: folder, here };
  const refused = { ...target, identities: strangers.identities };
  await expect(restoreBackup(path, refused)).rejects.toThrow(
    `${path} does not open: it is damaged, or encrypted for another identity`,
  );
  await expect(restoreBackup(path, target)).rejects.toThrow(`${path} is encrypted: add --identity`);
  expect(await hasRows(db)).toBe(false);
  await restoreBackup(path, { ...target, identities: ours.identities });
  expect(await everyRow(db)).toEqual(await rowsMovedHere());
  await close();
});

test('a backup on a full disk says so, and leaves no draft', async () => {
  const full = testFolder();
  const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const refuse = (_: unknown, ...rest: unknown[]) => {
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done, noSpace);
  };
  const writes = [
    vi.spyOn(WriteStream.prototype, '_write').mockImplementation(refuse),
    vi.spyOn(WriteStream.prototype, '_writev').mockImplementation(refuse),
  ];
  onTestFinished(() => writes.forEach((each) => each.mockRestore()));
  const backup = writeBackup(server.db, server.files.store, join(full, 'night.tar.gz'), AT);
  await expect(backup).rejects.toThrow('no space left');
  expect(readdirSync(full)).toEqual([]);
});

test('an encrypted backup that was cut or changed restores nothing', async () => {
  const { identities, recipient } = await newKeys();
  const path = join(folder, 'night.tar.gz.age');
  await writeBackup(server.db, server.files.store, path, AT, [recipient]);
  const whole = readFileSync(path);
  const cut = [0.01, 0.3, 0.999].map((share) => whole.subarray(0, whole.length * share));
  const changed = [40, 150, whole.length >> 1, whole.length - 1].map((at) => {
    const copy = Buffer.from(whole);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  });
  const { db, close } = await createTestDatabase();
  const store = folderStore(join(folder, 'files'));
  for (const bytes of [...cut, ...changed]) {
    const other = join(folder, 'other.age');
    writeFileSync(other, bytes);
    const target = { db, store, dataDir: folder, here, identities };
    await expect(restoreBackup(other, target)).rejects.toThrow(BackupBroken);
  }
  expect(await countRecipients(path)).toBe(1);
  writeFileSync(path, whole.subarray(0, 100));
  expect(await countRecipients(path)).toBeUndefined();
  expect(await hasRows(db)).toBe(false);
  expect(readdirSync(join(folder, 'files'))).toEqual([]);
  await close();
});

test('a backup gets its name only after it was read back', async () => {
  const { recipient } = await newKeys();
  const path = join(folder, 'night.tar.gz.age');
  const store = {
    ...server.files.store,
    async read() {
      // The disk adds what nobody wrote.
      let draft: string | undefined;
      while ((draft = readdirSync(folder)[0]) === undefined) await setImmediate();
      truncateSync(join(folder, draft), 5_000_000);
      return Readable.from([Buffer.from('x')]);
    },
  };
  await expect(writeBackup(server.db, store, path, AT, [recipient])).rejects.toThrow(BackupBroken);
  expect(readdirSync(folder)).toEqual([]);
});

test('a recipient with a mistake is named', async () => {
  const wrong = `age1${'q'.repeat(58)}`;
  await expect(lockFor([wrong])).rejects.toThrow(`${wrong} is no recipient`);
});

test('a file that is no backup is refused', async () => {
  const path = join(folder, 'holiday.tar.gz');
  writeFileSync(path, gzipSync('a letter'));
  await expect(checkBackup(path)).rejects.toThrow(BackupBroken);
});

test('a file that the store lacks is named, and the backup has all others', async () => {
  const [key = ''] = await server.files.listStored();
  const store = { ...server.files.store, read: () => Promise.reject(new Error('gone')) };
  const path = join(folder, 'most.tar.gz');
  expect(await writeBackup(server.db, store, path, AT)).toMatchObject({ files: 0, broken: [key] });
  expect((await checkBackup(path)).rows).toBeGreaterThan(0);
});

test('a snapshot delays no writer and does not contain later rows', async () => {
  const { db, second, close } = await twoConnections();
  await inTransaction(second, (tx) => insertRows(tx, 'idempotency_keys', repeats('a', 'c')));
  await inSnapshot(db, async (snapshot) => {
    const pages = pagesOf(snapshot, 'idempotency_keys', 1);
    expect((await pages.next()).value).toEqual(repeats('a'));
    await inTransaction(second, (tx) => insertRows(tx, 'idempotency_keys', repeats('b', 'd')));
    expect(await Array.fromAsync(pages)).toEqual([repeats('c')]);
  });
  expect((await Array.fromAsync(pagesOf(db, 'idempotency_keys'))).flat()).toHaveLength(4);
  await close();
});

const repeats = (...keys: string[]) =>
  keys.map((key) => ({ key, subject_id: 'x', claimed_at: AT }));

/** An SQLite database in memory has only one connection, so this one is a file. */
async function twoConnections() {
  if (process.env['TEST_ENGINE'] === 'postgres') return createTestDatabase();
  const open = () => openDatabase({ url: undefined, dataDir: folder, log: () => undefined });
  const [db, second] = [open(), open()];
  await migrate(db);
  return {
    db,
    second,
    close: async () => {
      await db.destroy();
      await second.destroy();
    },
  };
}

test('pages have every row exactly once', async () => {
  const { db, close } = await createTestDatabase();
  const rows = Array.from({ length: 23 }, (_, i) => ({
    provider: i % 2 ? 'stripe' : 'paypal',
    event_id: `evt_${i}`,
    type: 'x',
    ref: null,
    payment_ref: null,
    dispute_ref: null,
    live: 0,
    received_at: AT,
    done_at: null,
    outcome: null,
  }));
  await inTransaction(db, (tx) => insertRows(tx, 'webhook_events', rows));
  const pages = await inSnapshot(db, (snapshot) =>
    Array.fromAsync(pagesOf(snapshot, 'webhook_events', 5)),
  );
  expect(
    pages
      .flat()
      .map((row) => row['event_id'])
      .toSorted(),
  ).toEqual(rows.map((row) => row.event_id).toSorted());
  expect(pages).toHaveLength(5);
  await close();
});
