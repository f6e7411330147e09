import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgresDatabase } from '#server/database/database.ts';
import { aForm, submit } from '#tests/support/author.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { aCheckout } from '#tests/support/visitor.ts';
import {
  aRegistration,
  expectPage,
  expectStored,
  expectTrue,
  type Fault,
  onPostgres,
  onServer,
  type Postgres,
  register,
  type Seen,
  seen,
  Skipped,
  tally,
  until,
} from './fault.ts';

const MIB = 1024 * 1024;
const SMALL_DISK_MIB = 90;
const RESERVE_MIB = 20;

export const storeFaults: readonly Fault[] = [
  {
    name: 'database away',
    done: 'PostgreSQL ended at once under eight writers, started again after 10 s',
    run: () => onPostgres(databaseAway),
  },
  {
    name: 'store slow',
    done: 'the table of participants locked for 20 s',
    run: () => onPostgres(storeSlow),
  },
  {
    name: 'disk full',
    done: `a disk of ${SMALL_DISK_MIB} MiB filled by abstracts to its reserve, then to its last byte`,
    run: diskFull,
  },
  {
    name: 'power loss, SQLite',
    done: 'the system calls between a request and its answer',
    run: () => onServer({}, (server) => saveBeforeAnswer(server, [server.pid()])),
  },
  {
    name: 'power loss, PostgreSQL',
    done: 'its settings, and the system calls between a request and its answer',
    run: () => onPostgres(postgresSaves),
  },
];

async function databaseAway(server: ServerProcess, postgres: Postgres): Promise<string> {
  const acknowledged: string[] = [];
  const whileAway: number[] = [];
  let isAway = false;
  let isOver = false;
  let firstGood = 0;
  const writer = async () => {
    while (!isOver) {
      const person = aRegistration();
      const beganAway = isAway;
      const { status, ms, message } = await register(server, person);
      if (status === 200) acknowledged.push(person.email);
      if (status === 200 && !isAway) firstGood ||= performance.now();
      if (beganAway && isAway) whileAway.push(status);
      const isTold = status === 503 && message !== '' && ms < 10_000;
      expectTrue(status === 200 || isTold, `a write answers ${status} after ${ms} ms: ${message}`);
      // After a 503, a visitor waits before the next try.
      if (status === 503) await pause(200);
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, writer));
  const work = async () => {
    await pause(2000);
    isAway = true;
    await postgres.crash();
    await pause(5000);
    await expectPage(server);
    await expectPage(server, '/api/speakers/polymers');
    await pause(5000);
    await postgres.start();
    isAway = false;
    firstGood = 0;
    const back = performance.now();
    await until(5000, 'a write after the database is back', async () => firstGood > 0);
    await pause(1000);
    return Math.round(firstGood - back);
  };
  const ms = await work().finally(() => (isOver = true));
  await writers;
  const isRefused = whileAway.length > 0 && whileAway.every((status) => status === 503);
  expectTrue(isRefused, `while the database was away: ${tally(whileAway)}`);
  await expectStored(server, 'registration', acknowledged);
  return `while away ${tally(whileAway)}, pages and lists 200; writes again ${ms} ms after the database is back; all ${acknowledged.length} acknowledged registrations are stored once`;
}

async function storeSlow(server: ServerProcess, { url }: Postgres): Promise<string> {
  const db = openPostgresDatabase(url, () => undefined);
  const lock = db.transaction().execute(async (tx) => {
    await sql`lock table participants in access exclusive mode`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_sleep(20)`.execute(tx);
  });
  // If an expectation fails first, the test reports that error and not the error of the lock.
  lock.catch(() => undefined);
  await pause(300);
  const person = aRegistration();
  const [write] = await Promise.all([register(server, person), expectPage(server, '/agenda')]);
  expectTrue(write.status === 503 && write.ms < 15_000, `a write answers ${say(write)}`);
  await lock;
  await db.destroy();
  for (const _ of [1, 2]) await register(server, person);
  await expectStored(server, 'registration', [person.email]);
  return `a write ${say(write)}, pages in time; one record after three tries`;
}

async function diskFull(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-small-'));
  mountSmall(folder);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  try {
    const settings = { FILES_RESERVE_MB: String(RESERVE_MIB), DATA_DIR: dataDir };
    return await onServer(settings, (server) => fill(server, folder));
  } finally {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  }
}

function mountSmall(folder: string): void {
  if (process.getuid?.() !== 0) throw new Skipped('only root may mount a small file system');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL_DISK_MIB}m`, 'tmpfs', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (cause) {
    throw new Skipped(`no small file system could be mounted: ${String(cause).split('\n')[1]}`);
  }
}

async function fill(server: ServerProcess, folder: string): Promise<string> {
  const people: string[] = [];
  const authors: string[] = [];
  const write = async () => {
    const person = aRegistration();
    const answer = await register(server, person);
    if (answer.status === 200) people.push(person.email);
    return answer;
  };
  let upload: Seen;
  do {
    const form = aForm();
    upload = await seen(submit(server, { form, bytes: aLargePdf() }));
    if (upload.status === 200) authors.push(String(form['email']));
  } while (upload.status === 200 && authors.length < 20);
  expectTrue(authors.length >= 3, `${authors.length} abstracts before the reserve`);
  const isTold = [503, 507].includes(upload.status) && upload.message !== '';
  expectTrue(isTold, `an upload ${say(upload)}`);
  expectTrue(freeMib(folder) >= RESERVE_MIB - 1, `${freeMib(folder)} MiB left by abstracts`);
  expectTrue((await write()).status === 200, 'a registration below the reserve of files');

  const filler = join(folder, 'filler');
  writeFileSync(filler, Buffer.alloc((freeMib(folder) - RESERVE_MIB / 2 + 2) * MIB));
  const untilWritesAre = (status: number) =>
    until(6000, `writes answer ${status}`, async () => (await write()).status === status);
  await untilWritesAre(507);
  const atHalf = await write();
  const ready = await server.get('/readyz');
  expectTrue(atHalf.message !== '', 'the refusal has a message');
  expectTrue(ready.text.includes('degraded'), `readiness says ${ready.text}`);

  // Another program may fill the disk between two checks of the server.
  rmSync(filler);
  await untilWritesAre(200);
  fillUp(filler);
  const last = await Promise.all(Array.from({ length: 20 }, write));
  const statuses = last.map(({ status }) => status);
  const isRefused = statuses.every((status) => [200, 503, 507].includes(status));
  expectTrue(isRefused, `writes to a full disk answer ${tally(statuses)}`);
  expectTrue(server.isAlive(), 'it lives');
  await expectPage(server);
  await expectPage(server, '/api/speakers/polymers');
  rmSync(filler);
  const back = await untilWritesAre(200);
  await expectStored(server, 'registration', people);
  await expectStored(server, 'abstract', authors);
  return (
    `${authors.length} abstracts, then ${upload.status} with ${freeMib(folder)} MiB free; registrations ${say(atHalf)} at half of the reserve, ` +
    `readiness degraded; on the full disk ${tally(statuses)}, pages 200; ` +
    `writes again ${back} ms after the disk was freed; all ${people.length + authors.length} acknowledged records are stored once`
  );
}

function aLargePdf(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(10 * MIB)]);
}

function freeMib(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / MIB);
}

function say({ status, ms }: Seen): string {
  return `${status} after ${ms} ms`;
}

function fillUp(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(SMALL_DISK_MIB * MIB));
  } catch {
    // The write fails at the end of the disk, and the disk is full.
  }
}

async function postgresSaves(server: ServerProcess, { url }: Postgres): Promise<string> {
  const db = openPostgresDatabase(url, () => undefined);
  const shown: string[] = [];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db);
    expectTrue(rows[0]?.[name] === 'on', `${name} is ${rows[0]?.[name]}`);
    shown.push(`${name} on`);
  }
  // Any process of PostgreSQL may write. These requests make it start the processes for our connections.
  await Promise.all(Array.from({ length: 10 }, () => register(server)));
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  await db.destroy();
  const processes = rows.map(({ pid }) => pid);
  return `${shown.join(', ')}; ${await saveBeforeAnswer(server, processes)}`;
}

/** Checks that one of the processes saves something to the disk between a request and its answer. */
async function saveBeforeAnswer(
  server: ServerProcess,
  processes: readonly number[],
): Promise<string> {
  const trace = join(server.dataDir, 'trace');
  const of = processes.flatMap((pid) => ['-p', String(pid)]);
  const args = ['-f', '-ttt', '-e', 'trace=fsync,fdatasync', '-o', trace, ...of];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  strace.stderr.setEncoding('utf8').on('data', (more: string) => (words += more));
  const failed = once(strace, 'error').then(() => {
    throw new Skipped('there is no strace on this machine');
  });
  await Promise.race([
    failed,
    until(5000, 'strace is attached', async () => {
      if (strace.exitCode !== null) throw new Skipped(`strace may not attach: ${words.trim()}`);
      return words.includes('attached');
    }),
  ]);
  await pause(300);
  const checkout = await aCheckout(server);
  const spans: { from: number; to: number; what: string }[] = [];
  const took = async (what: string, path: string, body: unknown) => {
    const from = Date.now() / 1000;
    const { status } = await server.post(path, body);
    spans.push({ from, to: Date.now() / 1000, what });
    expectTrue(status === 200, `${what} answers ${status}`);
    await pause(100);
  };
  await took('a registration', '/api/registration/register', aRegistration());
  await took('a checkout', checkout.path, checkout.body);
  strace.kill('SIGTERM');
  await once(strace, 'exit');
  const moments = readFileSync(trace, 'utf8')
    .split('\n')
    .map((line) => Number(/ (\d+\.\d+) f(?:data)?sync\(/.exec(line)?.[1]))
    .filter((moment) => !Number.isNaN(moment));
  const counts = spans.map(({ from, to, what }) => {
    const count = moments.filter((moment) => moment >= from && moment <= to).length;
    expectTrue(count > 0, `${what} is saved before it is answered`);
    return `${count} before ${what} was answered`;
  });
  return `saved to the disk ${counts.join(', ')}`;
}
