import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, statSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { listAbstracts } from './abstract/abstracts.ts';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { readEnv } from './config/env.ts';
import { drainMs } from './config/feature-settings.ts';
import { endOfForm, filePart, formParts, SUBMIT } from '#tests/support/author.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { startPretendClamd, VIRUS } from '#tests/support/pretend-clamd.ts';
import { eventually } from '#tests/support/payment-records.ts';
import { aPdf } from '#tests/support/sample-files.ts';
import { aPerson } from '#tests/support/visitor.ts';

// The tests wait for limits in real time, so they run concurrently, five at a time. The longest ones begin.
// A folder of one test would be removed at the end of another one.
const folders = testFolder();
const all: Started[] = [];
afterAll(() => {
  for (const { child } of all) if (child.exitCode === null) child.kill('SIGKILL');
});

describe.concurrent('a broken server ends itself', () => {
  /** Options of node with which the server runs `code` at a signal. */
  const atSignal = (code: string) => [
    '--import',
    `data:text/javascript,process.on('SIGUSR2', () => { ${code} })`,
  ];
  const lastLine = ({ errors }: Started) => JSON.parse(errors().trim().split('\n').at(-1) ?? '');

  test('after its event loop is stuck', async () => {
    const stuck = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';
    const server = await start({}, atSignal(stuck));
    server.child.kill('SIGUSR2');
    expect(await server.ended).toEqual([null, 'SIGKILL']);
    expect(lastLine(server)).toMatchObject({
      level: 'fatal',
      msg: expect.stringContaining('15000 ms'),
    });
  }, 60_000);

  test.each([
    ['after an uncaught error', `throw new Error('lost')`],
    ['after an unhandled rejection', `void Promise.reject(new Error('lost'))`],
  ])('%s', async (_, code) => {
    const server = await start({}, atSignal(code));
    server.child.kill('SIGUSR2');
    expect(await server.ended).toEqual([70, null]);
    expect(lastLine(server)).toMatchObject({ level: 'fatal', err: { message: 'lost' } });
    expect(existsSync(join(server.dataDir, 'server.lock'))).toBe(false);
  });

  test('after its database is broken', async () => {
    const dataDir = newFolder();
    const db = openDatabase({ url: undefined, dataDir, log: () => undefined });
    await migrate(db);
    // The table is larger than SQLite's cache, so the server has to read the broken file.
    await sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 6000)
      insert into participants
        (id, dedupe_key, person_key, name, sort_name, search_text, phone, email, institute, country,
          language, page_token, created_at)
      select hex(randomblob(16)), hex(randomblob(16)), '', hex(randomblob(300)), '', '', '', '', '', '',
        'en', hex(randomblob(16)), ''
      from n`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await db.destroy();
    const server = await start({ DATA_DIR: dataDir });
    const path = join(dataDir, 'plenary.sqlite');
    const half = Math.floor(statSync(path).size / 2);
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(half, 0xff), 0, half, half);
    closeSync(file);
    while (server.child.exitCode === null && server.child.signalCode === null) {
      await fetch(`${server.origin}/api/registration/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...aPerson(), presentationType: 'SPEAKER' }),
      }).catch(() => undefined);
    }
    expect(await server.ended).toEqual([70, null]);
    expect(server.errors()).toContain('the database is broken');
  });
});

describe.concurrent('a server that is told to stop', () => {
  test('waits ten seconds for a request that does not finish, and does not answer it', async () => {
    const server = await start();
    const body = Buffer.concat([...formParts(), filePart('a.pdf', aPdf(300_000)), endOfForm]);
    const author = await begin(server, body);
    const answer = text(author).catch(() => '');
    const began = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    expect(performance.now() - began).toBeGreaterThan(9500);
    expect(server.errors()).toContain('the server stops although something in it has not ended');
    expect(await answer).not.toContain('200 OK');
    expect(await abstractsIn(server.dataDir)).toBe(0);
  });

  test('finishes its present request, takes no other, and ends with 0', async () => {
    const server = await start();
    const body = Buffer.concat([...formParts(), filePart('a.pdf', aPdf(300_000)), endOfForm]);
    const author = await begin(server, body);
    const answer = text(author);
    await server.stopsListening();
    author.write(body.subarray(body.length / 2));
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"reference":"AB26-/s);
    expect(await server.ended).toEqual([0, null]);
    expect(await abstractsIn(server.dataDir)).toBe(1);
    expect(existsSync(join(server.dataDir, 'server.pid'))).toBe(false);
  });

  test('by SIGINT with nothing to do ends at once', async () => {
    const server = await start();
    // An idle connection does not delay the stop.
    await fetch(`${server.origin}/healthz`).then((response) => response.text());
    server.child.kill('SIGINT');
    await expectStoppedAtOnce(server);
  });
});

describe.concurrent('a server that is drained', () => {
  test('is not ready, still answers requests, and then ends', async () => {
    const server = await start({ DRAIN_SECONDS: '4' });
    const ready = () => fetch(`${server.origin}/readyz`);
    expect((await ready()).status).toBe(200);
    server.child.kill('SIGTERM');
    await eventually(async () => (await ready()).status === 503);
    expect(await (await ready()).json()).toEqual({ status: 'stopping' });
    const registered = await fetch(`${server.origin}/api/registration/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...aPerson(), presentationType: 'SPEAKER' }),
    });
    expect(registered.status).toBe(200);
    const health = await fetch(`${server.origin}/healthz`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'stopping' }]);
    expect(await server.ended).toEqual([0, null]);
  });

  test('waits if a setting says so, and with a public address, because of a balancer', () => {
    const seconds = (settings: Record<string, string>) => drainMs(readEnv(settings)) / 1000;
    expect(seconds({})).toBe(0);
    expect(seconds({ PUBLIC_BASE_URL: 'http://localhost:3000' })).toBe(0);
    expect(seconds({ PUBLIC_BASE_URL: 'https://summit.example' })).toBe(5);
    expect(seconds({ PUBLIC_BASE_URL: 'https://summit.example', DRAIN_SECONDS: '30' })).toBe(30);
  });
});

test.concurrent('every line of the log is JSON with the id of its request and without personal data, and SIGTERM ends at once', async () => {
  const server = await start();
  await fetch(`${server.origin}/api/speakers/polymers?email=ada@lab.example`);
  await fetch(`${server.origin}/no/such/Kowalska?name=Kowalska`);
  const refused = await fetch(`${server.origin}/api/registration/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Kowalska', email: 'ada@lab.example' }),
  });
  // An idle connection does not delay the stop.
  await refused.text();
  server.child.kill('SIGTERM');
  await expectStoppedAtOnce(server);
  const lines = server.errors().trim().split('\n');
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(answered.length).toBeGreaterThanOrEqual(3);
  for (const { reqId, route, status, time } of answered) {
    expect({ reqId, route, status, time }).toEqual({
      reqId: expect.stringMatching(/^[0-9a-z]{26}$/),
      route: expect.any(String),
      status: expect.any(Number),
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  }
  expect(new Set(answered.map(({ reqId }) => reqId)).size).toBe(answered.length);
  expect(lines.join()).not.toMatch(/kowalska|lab\.example|127\.0\.0\.1/i);
});

test.concurrent('a server with CLAMD scans a file after its answer', async () => {
  const clamd = await startPretendClamd();
  const server = await start({ CLAMD: clamd.address });
  const file = Buffer.concat([aPdf(2000), Buffer.from(VIRUS)]);
  const body = Buffer.concat([...formParts(), filePart('a.pdf', file), endOfForm]);
  const author = await begin(server, body);
  author.write(body.subarray(body.length / 2));
  expect(await text(author)).toContain('200 OK');
  await eventually(async () => server.errors().includes('Test.Stand-In'));
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  await clamd.close();
});

type Started = {
  dataDir: string;
  child: ChildProcess;
  origin: string;
  /** Exit code and signal. */
  ended: Promise<unknown[]>;
  errors: () => string;
  /** Sends SIGTERM and waits until nobody can connect any more. */
  stopsListening: () => Promise<void>;
};

async function start(
  settings: Record<string, string> = {},
  nodeOptions: string[] = [],
): Promise<Started> {
  const { DATA_DIR: dataDir = newFolder() } = settings;
  const child = spawn(
    process.execPath,
    [...nodeOptions, 'scripts/run-program.mjs', 'server', '--calls-only'],
    {
      env: {
        ...fixtureSettings,
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (said += more));
  child.stderr.setEncoding('utf8').on('data', (more: string) => (errors += more));
  const ended = once(child, 'close');
  await eventually(async () => child.exitCode !== null || /Site +http/.test(said));
  expect(`${said}${child.exitCode === null ? '' : errors}`).toMatch(/Site +http/);
  const port = /Site +http:\/\/localhost:(\d+)/.exec(said)?.[1] ?? '';
  const origin = `http://127.0.0.1:${port}`;
  const started: Started = {
    dataDir,
    child,
    origin,
    ended,
    errors: () => errors,
    async stopsListening() {
      child.kill('SIGTERM');
      const isDeaf = () =>
        fetch(`${origin}/healthz`).then(
          () => false,
          () => true,
        );
      await eventually(isDeaf);
    },
  };
  all.push(started);
  return started;
}

async function expectStoppedAtOnce({ ended, errors }: Started): Promise<void> {
  expect(await ended).toEqual([0, null]);
  // Otherwise the server ends after ten seconds, and says so.
  expect(errors()).toContain('the server has stopped');
}

function newFolder(): string {
  return mkdtempSync(join(folders, 'server-'));
}

/** Sends the first half of an abstract, and resolves when the server has begun its file. */
async function begin({ origin, dataDir }: Started, body: Buffer): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${SUBMIT} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: multipart/form-data; boundary=BOUNDARY',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, body.length / 2));
  // The server creates the folder and the file at the first byte.
  const begun = () => readdir(join(dataDir, 'uploads')).catch(() => []);
  await eventually(async () => (await begun()).length === 1);
  return socket;
}

async function abstractsIn(folder: string): Promise<number> {
  const db = openDatabase({ url: undefined, dataDir: folder, log: () => undefined });
  try {
    return (await listAbstracts(db)).length;
  } finally {
    await db.destroy();
  }
}
