import { execFile } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { insertRows } from '#server/database/all-rows.ts';
import { inTransaction, openDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { aParticipantRow } from '#tests/support/a-participant.ts';
import { asUsual, openToOthers } from '#tests/support/open-to-others.ts';

import { startTestBucket } from '#tests/support/test-bucket.ts';

const folder = testFolder();

/** The settings of the commands. */
let settings: Record<string, string> = {};

type Result = { code?: number; stdout: string; stderr: string };

/** Runs a command of the organiser in a process, on a data folder of its own. */
async function organiser(dataDir: string, ...args: string[]): Promise<Result> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, ...settings, DATA_DIR: join(folder, dataDir) };
  const [shell, ...words] = [
    ...asUsual,
    process.execPath,
    'scripts/run-program.mjs',
    'organiser',
    ...args,
  ];
  const run = promisify(execFile)(shell, words, { env });
  return run.catch((error: Result) => error);
}

test('a restore in another folder has all data of the backup', { timeout: 90_000 }, async () => {
  const dataDir = join(folder, 'first');
  mkdirSync(dataDir);
  const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
  await migrate(db);
  const participant = aParticipantRow({ id: 'r1', name: 'Ada Lindqvist' });
  await inTransaction(db, (tx) => insertRows(tx, 'participants', [participant]));
  await db.destroy();

  const file = join(folder, 'copy.tar.gz');
  expect((await organiser('first', 'backup', file)).stdout).toContain('1 rows, 0 files');
  expect(await organiser('first', 'backup', file)).toMatchObject({
    code: 1,
    stderr: `${file} exists already: choose another name.\n`,
  });
  const nowhere = join(folder, 'nowhere', 'copy.tar.gz');
  expect(await organiser('first', 'backup', nowhere)).toMatchObject({
    code: 1,
    stderr: `${nowhere} cannot be written, because there is no such folder.\n`,
  });
  expect((await organiser('second', 'restore', file, '--check')).stdout).toContain('is complete');
  expect((await organiser('second', 'restore', file)).stdout).toMatch(
    /^restored: 1 rows, \d+ files, written \d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Berlin\)$/m,
  );
  expect(openToOthers(join(folder, 'second'))).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await organiser('second', 'status')).stdout).toMatch(/^registrations +1$/m);
  expect((await organiser('second', 'export')).stdout).toContain('Ada Lindqvist');
  expect(await organiser('second', 'restore', file)).toMatchObject({
    code: 1,
    stderr:
      'There is data already. A backup can only be restored into an empty data folder or database.\n',
  });
});

test(
  'an encrypted backup goes into a bucket, and opens with its identity alone',
  { timeout: 90_000 },
  async () => {
    const dataDir = join(folder, 'third');
    mkdirSync(dataDir);
    const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
    await migrate(db);
    await db
      .insertInto('installation')
      .values({ id: 1, mode: 'sandbox', file_store: 'folder' })
      .execute();
    const bucket = await startTestBucket();
    const keys = join(folder, 'keys.txt');
    const [recipient = ''] =
      /age1\S+/.exec((await organiser('none', 'backup', '--new-identity', keys)).stdout) ?? [];
    const { endpoint = '', credentials } = bucket.settings;
    settings = {
      BACKUP_RECIPIENTS: recipient,
      BACKUP_S3_BUCKET: bucket.settings.bucket,
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      BACKUP_S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    };
    const file = join(folder, 'night.tar.gz');
    const withBucket = settings;
    settings = { ...withBucket, BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9' };
    expect(await organiser('third', 'backup', join(folder, 'first-night.tar.gz'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `The backup is complete, but it is not in the bucket plenary at http://127.0.0.1:9, which does not answer as it should: ECONNREFUSED.`,
      ),
    });
    settings = withBucket;
    expect((await organiser('third', 'backup', file)).stdout).toBe(
      `${file}.age: 1 rows, 0 files, encrypted for one key, read back and complete\n` +
        `copied to the bucket plenary at ${endpoint}\n`,
    );
    expect(await bucket.list()).toEqual(['night.tar.gz.age']);
    await bucket.close();
    settings = {};
    expect(await organiser('fourth', 'restore', `${file}.age`, '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is encrypted for one key'),
    });
    const { stdout } = await organiser('fourth', 'restore', `${file}.age`, '--identity', keys);
    expect(stdout).toContain('restored: 1 rows');
    const times = await db
      .selectFrom('installation')
      .select(['backed_up_at', 'copied_at'])
      .execute();
    expect(times[0]?.backed_up_at).toMatch(/Z$/);
    expect(times[0]?.copied_at).toBe(times[0]?.backed_up_at);
    await db.destroy();
  },
);
