import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgresDatabase } from '#server/database/database.ts';
import {
  aPerson,
  countThere,
  expectTrue,
  type Fault,
  get,
  isAlive,
  onPostgres,
  onSite,
  post,
  type Postgres,
  register,
  say,
  type Site,
  Skipped,
  tally,
  until,
} from './fault-site.ts';
import { sendAbstract } from './send-abstract.ts';

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
    done: 'the registrations locked for 20 s',
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
    run: () => onSite({}, async (site) => saveBeforeAnswer(site, [site.server.pid ?? 0])),
  },
  {
    name: 'power loss, PostgreSQL',
    done: 'its settings, and the system calls between a request and its answer',
    run: () => onPostgres(postgresSaves),
  },
];

async function databaseAway(site: Site, postgres: Postgres): Promise<string> {
  const acknowledged: string[] = [];
  const whileAway: number[] = [];
  const around: number[] = [];
  let isAway = false;
  let isOver = false;
  let firstGood = 0;
  const writer = async () => {
    while (!isOver) {
      const person = aPerson();
      const beganAway = isAway;
      const { status, ms, message } = await register(site, person);
      if (status === 200) acknowledged.push(person.email);
      if (status === 200 && !isAway) firstGood ||= performance.now();
      (beganAway && isAway ? whileAway : around).push(status);
      expectTrue(status === 200 || status === 503, `a write answers ${status}`);
      expectTrue(
        status === 200 || (message !== '' && ms < 10_000),
        `503 after ${ms} ms: ${message}`,
      );
      // Visitors who are told to come back later do so.
      if (status === 503) await pause(200);
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, writer));
  const work = async () => {
    await pause(2000);
    isAway = true;
    await postgres.crash();
    await pause(5000);
    const page = await get(site, '/');
    const list = await get(site, '/api/speakers/polymers');
    expectTrue(page.status === 200 && list.status === 200, 'pages and lists are there');
    expectTrue(page.ms < 1000 && list.ms < 1000, `pages and lists in time: ${say(page)}`);
    await pause(5000);
    await postgres.start();
    isAway = false;
    firstGood = 0;
    const back = performance.now();
    await until(5000, 'a write after its return', async () => firstGood > 0);
    await pause(1000);
    return Math.round(firstGood - back);
  };
  const ms = await work().finally(() => (isOver = true));
  await writers;
  expectTrue(
    whileAway.length > 0 && whileAway.every((status) => status === 503),
    `while it was away: ${tally(whileAway)}`,
  );
  const there = await countThere(site, 'registration', acknowledged);
  expectTrue(there === acknowledged.length, `${there} of ${acknowledged.length} are there once`);
  return `while away ${tally(whileAway)}, pages and lists 200; writes again ${ms} ms after its return; all ${there} acknowledged are stored once`;
}

async function storeSlow(site: Site, { url }: Postgres): Promise<string> {
  const db = openPostgresDatabase(url, () => undefined);
  const held = db.transaction().execute(async (tx) => {
    await sql`lock table registrations in access exclusive mode`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`select pg_sleep(20)`.execute(tx);
  });
  await pause(300);
  const person = aPerson();
  const [write, page] = await Promise.all([register(site, person), get(site, '/agenda')]);
  expectTrue(write.status === 503 && write.ms < 15_000, `a write answers ${say(write)}`);
  expectTrue(page.status === 200 && page.ms < 1000, `a page answers ${say(page)}`);
  await held;
  await db.destroy();
  for (const _ of [1, 2]) await register(site, person);
  const there = await countThere(site, 'registration', [person.email]);
  expectTrue(there === 1, 'one record of one person');
  return `a write ${say(write)}, a page ${say(page)}; one record after three tries`;
}

async function diskFull(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plenary-small-'));
  mountSmall(folder);
  try {
    const settings = { FILES_RESERVE_MB: String(RESERVE_MIB) };
    return await onSite(settings, (site) => fill(site, folder), join(folder, 'data'));
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

async function fill(site: Site, folder: string): Promise<string> {
  const people: string[] = [];
  const authors: string[] = [];
  const write = async () => {
    const person = aPerson();
    const seen = await register(site, person);
    if (seen.status === 200) people.push(person.email);
    return seen;
  };
  let refused: { status: number; body: string };
  do {
    const email = aPerson('author').email;
    refused = await sendAbstract({ origin: site.origin, email, file: aLargePdf() });
    if (refused.status === 200) authors.push(email);
  } while (refused.status === 200 && authors.length < 20);
  expectTrue(authors.length >= 3, `${authors.length} abstracts before the reserve`);
  expectTrue([503, 507].includes(refused.status) && refused.body.includes('message'), refused.body);
  expectTrue(freeMib(folder) >= RESERVE_MIB - 1, `${freeMib(folder)} MiB left by abstracts`);
  expectTrue((await write()).status === 200, 'a registration below the reserve of files');

  const filler = join(folder, 'filler');
  writeFileSync(filler, Buffer.alloc((freeMib(folder) - RESERVE_MIB / 2 + 2) * MIB));
  await until(
    6000,
    'writes are refused at half the reserve',
    async () => (await write()).status === 507,
  );
  const atHalf = await write();
  const ready = await get(site, '/readyz');
  expectTrue(atHalf.message !== '', 'a sentence');
  expectTrue(ready.body.includes('degraded'), `readiness says ${ready.body}`);

  // Another program may use the rest before we look.
  rmSync(filler);
  await until(6000, 'writes are taken again', async () => (await write()).status === 200);
  fillUp(filler);
  const last = await Promise.all(Array.from({ length: 20 }, write));
  const odd = last.filter(({ status }) => ![200, 503, 507].includes(status));
  expectTrue(
    odd.length === 0,
    `writes to a full disk answer ${tally(last.map((seen) => seen.status))}`,
  );
  expectTrue(isAlive(site), 'it lives');
  expectTrue((await get(site, '/')).status === 200, 'pages are there');
  expectTrue((await get(site, '/api/speakers/polymers')).status === 200, 'lists are there');
  rmSync(filler);
  const back = await until(
    6000,
    'writes are taken again',
    async () => (await write()).status === 200,
  );
  const there =
    (await countThere(site, 'registration', people)) +
    (await countThere(site, 'abstract', authors));
  expectTrue(there === people.length + authors.length, 'all that was acknowledged is there once');
  return (
    `${authors.length} abstracts, then ${refused.status} with ${freeMib(folder)} MiB free; registrations ${say(atHalf)} at half of the reserve, ` +
    `readiness degraded; on the last byte ${tally(last.map(({ status }) => status))}, pages 200; ` +
    `writes again ${back} ms after it was freed; all ${there} acknowledged are stored once`
  );
}

function aLargePdf(): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(10 * MIB)]);
}

function freeMib(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / MIB);
}

function fillUp(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(SMALL_DISK_MIB * MIB));
  } catch {
    // The full disk is what this tests.
  }
}

async function postgresSaves(site: Site, { url }: Postgres): Promise<string> {
  const db = openPostgresDatabase(url, () => undefined);
  const shown: string[] = [];
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db);
    expectTrue(rows[0]?.[name] === 'on', `${name} is ${rows[0]?.[name]}`);
    shown.push(`${name} on`);
  }
  // Any of its processes may write; those that serve our connections exist from now on.
  await Promise.all(Array.from({ length: 10 }, () => register(site)));
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(db);
  await db.destroy();
  return `${shown.join(', ')}; ${await saveBeforeAnswer(
    site,
    rows.map(({ pid }) => pid),
  )}`;
}

/** Checks that one of the processes saves something to the disk between a request and its answer. */
async function saveBeforeAnswer(site: Site, processes: readonly number[]): Promise<string> {
  const trace = join(site.dataDir, 'trace');
  const of = processes.flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn(
    'strace',
    ['-f', '-ttt', '-e', 'trace=fsync,fdatasync', '-o', trace, ...of],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let words = '';
  strace.stderr.setEncoding('utf8').on('data', (more: string) => (words += more));
  const failed = once(strace, 'error').then(() => {
    throw new Skipped('there is no strace on this machine');
  });
  await Promise.race([
    failed,
    until(5000, 'strace is attached', async () => {
      if (strace.exitCode !== null) throw new Skipped(`strace may not look: ${words.trim()}`);
      return words.includes('attached');
    }),
  ]);
  await pause(300);
  const spans: { from: number; to: number; what: string }[] = [];
  const took = async (what: string, path: string, body: unknown) => {
    const from = Date.now() / 1000;
    const { status } = await post(site, path, body);
    spans.push({ from, to: Date.now() / 1000, what });
    expectTrue(status === 200, `${what} answers ${status}`);
    await pause(100);
  };
  await took('a registration', '/api/registration/register', aPerson());
  await took(
    'a checkout',
    '/api/payment/create-checkout-session?pricingConfigId=speaker',
    aPerson(),
  );
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
