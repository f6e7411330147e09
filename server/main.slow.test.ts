import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { fileStoreId } from './files/open-file-store.ts';
import { submit } from '#tests/support/author.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { asUsual, openToOthers } from '#tests/support/open-to-others.ts';
import { aPerson } from '#tests/support/visitor.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

test('a CONTENT_DIR that does not exist ends the start with one sentence', async () => {
  expect(await failedStart({ CONTENT_DIR: '/nowhere/summit' })).toBe(
    '/nowhere/summit: there is no such folder, and CONTENT_DIR has to name the one of the conference\n',
  );
});

test('a wrong setting ends the start with one sentence', async () => {
  const sentence = 'PORT must be a port number from 0 to 65535.\n';
  expect(await failedStart({ PORT: 'eighty' })).toBe(sentence);
});

test('a database that does not answer ends the start with one sentence, without its password', async () => {
  const url = 'postgres://ada:secret@127.0.0.1:1/summit';
  expect(await failedStart({ DATABASE_URL: url })).toBe(
    'DATABASE_URL: 127.0.0.1:1/summit cannot be used (connect ECONNREFUSED 127.0.0.1:1): ' +
      'see that this PostgreSQL runs and lets this user in, or leave DATABASE_URL out for SQLite.\n',
  );
});

test('a file that is no database ends the start with one sentence', async () => {
  writeFileSync(join(folder, 'plenary.sqlite'), 'something else, and long enough to be looked at');
  expect(await failedStart({})).toMatch(
    /^\S+\/plenary\.sqlite cannot be used \(file is not a database\): .*backup.*\.\n$/,
  );
});

test('a database of an unreleased version ends the start with one sentence and does not change', async () => {
  const path = join(folder, 'plenary.sqlite');
  const db = openDatabase({ url: undefined, dataDir: folder, log: () => undefined });
  await migrate(db);
  await db.schema.dropTable('migration_checksums').execute();
  await db.destroy();
  const before = readFileSync(path);
  expect(await failedStart({})).toBe(
    'This database was made by a version that was never released, whose migration 0001-initial is another one: ' +
      'start that version, or name another DATA_DIR or DATABASE_URL.\n',
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each(['PORT', 'SANDBOX_PORT'])(
  'a %s that is taken ends the start with one sentence',
  async (setting) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      expect(await failedStart({ [setting]: String(port) })).toMatch(
        new RegExp(
          `^${setting} ${port} is in use by another program: stop that program, .*${setting}=\\d+ npm start\\.\\n$`,
        ),
      );
    } finally {
      other.close();
    }
  },
);

test('a HOST that this machine does not have ends the start with one sentence', async () => {
  // An address that is reserved for documentation: https://www.rfc-editor.org/rfc/rfc5737
  expect(await failedStart({ HOST: '192.0.2.1' })).toMatch(
    /^HOST 192\.0\.2\.1 is not an address of this machine: .*\n$/,
  );
});

test('a second server on a folder ends with one sentence, and the first one goes on', async () => {
  const first = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env: { ...fixtureSettings, PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(first, 'close');
  for await (const line of createInterface({ input: first.stdout })) {
    const [, origin] = /Site +(http:\S+)/.exec(line) ?? [];
    if (origin === undefined) continue;
    expect(await failedStart({})).toMatch(
      new RegExp(`^Another server \\(process ${first.pid} on .*\\) is using ${folder}\\. .*\\n$`),
    );
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    first.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

test('the start warns about a proxy that no setting lists, a bucket that is away and a limit without effect', async () => {
  const server = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env: {
      ...fixtureSettings,
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: '0',
      DRAIN_SECONDS: '0',
      PUBLIC_BASE_URL: 'https://summit.example',
      FILES_S3_BUCKET: 'abstracts',
      FILES_S3_ENDPOINT: 'http://127.0.0.1:9',
      FILES_S3_ACCESS_KEY_ID: 'key',
      FILES_S3_SECRET_ACCESS_KEY: 'secret',
      PAYMENTS_PER_NETWORK: '200',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  for await (const line of createInterface({ input: server.stderr })) {
    log += line;
    if (line.includes('the bucket')) server.kill('SIGTERM');
  }
  expect(log.split('set TRUSTED_PROXIES')).toHaveLength(2);
  expect(log).toContain('the bucket abstracts does not answer as it should: ECONNREFUSED');
  expect(log).toContain('PAYMENTS_PER_NETWORK=200 counts as 40');
});

test.each([
  ['existed before', () => mkdtempSync(join(folder, 'made-')), 0o755],
  ['the server creates', () => join(folder, 'new', 'data'), 0o700],
])('only the owner can read a server’s files, in a folder that %s', async (_, where, mode) => {
  const dataDir = where();
  if (existsSync(dataDir)) chmodSync(dataDir, mode);
  const [shell, ...words] = [
    ...asUsual,
    process.execPath,
    'scripts/run-program.mjs',
    'server',
    '--calls-only',
  ];
  const child = spawn(shell, words, {
    env: { ...fixtureSettings, PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let origin = '';
  for await (const line of createInterface({ input: child.stdout })) {
    origin ||= /Site +(http:\S+)/.exec(line)?.[1] ?? '';
    if (!line.includes('Payments')) continue;
    expect(await submit({ origin })).toMatchObject({ status: 200 });
    const registered = await fetch(`${origin}/api/registration/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...aPerson(), presentationType: 'SPEAKER' }),
    });
    expect(registered.status).toBe(200);
    await expect.poll(() => readdirSync(join(dataDir, 'mail'))).not.toEqual([]);
    expect(readdirSync(dataDir)).toEqual(
      expect.arrayContaining(['plenary.sqlite-wal', 'plenary.sqlite-shm', 'lock.sqlite']),
    );
    expect(openToOthers(dataDir)).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(mode);
    child.kill('SIGTERM');
  }
});

test('a start finishes interrupted removals and uploads, and without a proxy it says nothing about one', async () => {
  const [file, mail] = [join(folder, 'files', 'gone'), join(folder, 'mail', 'gone.eml')];
  const cut = [join(folder, 'uploads', 'cut'), join(folder, 'files', 'cut')];
  for (const path of [file, mail, ...cut]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  const kept = join(folder, 'files', 'kept');
  writeFileSync(kept, '');
  const db = openDatabase({ url: undefined, dataDir: folder, log: () => undefined });
  await migrate(db);
  const file_store = fileStoreId(folder, undefined);
  const noted = ['files', 'mail'].map((place) => ({ place, name: 'gone', file_store }));
  await db.insertInto('removals').values(noted).execute();
  await db.destroy();
  const child = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env: { ...fixtureSettings, PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    // The server waits for a job that has begun.
    if (line.includes('is ready')) child.kill('SIGTERM');
  }
  expect([file, mail, ...cut].filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(kept)).toBe(true);
  expect(await log).not.toContain('set TRUSTED_PROXIES');
});

/** The output of a start that ends with exit code 1. The database is SQLite unless `variables` name another. */
async function failedStart(variables: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['scripts/run-program.mjs', 'server', '--calls-only'], {
    env: {
      ...fixtureSettings,
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const words = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  return (await words).join('');
}
