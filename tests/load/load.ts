/**
 * Starts a server, measures it part by part, and prints the figures with their limits:
 *
 * - `server`: prerendered pages a second from one process
 * - `writes`: people a second who register and open a checkout, compared with the same inserts into a bare database
 * - `uploads`: abstracts of 25 MB, sixteen at once, into a folder and a bucket: the stored bytes, and the growth of memory
 * - `attacks`: slow, silent and greedy connections, a burst and uploads for 85 seconds, while a visitor sends ten requests
 *   a second; no connection may be held for more than 75 seconds
 *
 *     npm run measure -- [parts; default: all]
 *
 * It needs Linux to measure memory. The client shares the processor with the server.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon, { type Options, type Request } from 'autocannon';
import { aForm, submit } from '#tests/support/author.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { settingsFor, startTestBucket } from '#tests/support/test-bucket.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { closeWith, report } from './figures.ts';
import { attack } from './attackers.ts';
import { ask, jsonCall, registerAndCheckOut } from './requests.ts';

const parts = { server: pages, writes, uploads, attacks };
const wanted = process.argv.slice(2);
const SECONDS = 5;
const LASTING = 85;
const MIB = 1024 * 1024;
const noise = randomBytes(25 * MIB);
const missed: string[] = [];

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  await measure();
}
closeWith(missed);

async function pages(): Promise<void> {
  const server = await startServerProcess();
  for (const path of ['/', '/agenda']) {
    const url = `${server.origin}${path}`;
    const load = { url, connections: 32, headers: { 'accept-encoding': 'br' } };
    await ask({ ...load, duration: 2 });
    const { client, perSecond, p99 } = await askManyTimes(load);
    report(`${path}, answers a second (${client})`, perSecond, { least: 10_000 });
    report(`${path}, p99 in ms`, p99);
  }
  await server.close();
}

/** Asks with wrk if this machine has it, because autocannon needs more of the shared processor than the server itself. */
async function askManyTimes(load: Options & { url: string }) {
  const words = ['-t1', `-c${load.connections}`, `-d${SECONDS}s`, '--latency'];
  const run = spawnSync('wrk', [...words, '-H', 'accept-encoding: br', load.url], {
    encoding: 'utf8',
  });
  if (run.error) {
    const { requests, latency } = await ask({ ...load, duration: SECONDS });
    return { client: 'autocannon', perSecond: requests.average, p99: latency.p99 };
  }
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(run.stdout)?.[1]);
  const [, time = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(run.stdout) ?? [];
  const isBad = /Non-2xx|Socket errors: .*(?:connect|timeout) [1-9]/.test(run.stdout);
  if (run.status !== 0 || isBad || !perSecond) throw new Error(`${load.url}: ${run.stdout}`);
  return {
    client: 'wrk',
    perSecond,
    p99: Number(time) * (unit === 'us' ? 0.001 : unit === 'ms' ? 1 : 1000),
  };
}

async function writes(): Promise<void> {
  const server = await startServerProcess({ DATABASE_URL: '' });
  const requests = await registerAndCheckOut(server);
  const load = { url: server.origin, connections: 32, requests };
  const { requests: answered } = await ask({ ...load, duration: SECONDS });
  await server.stop();
  const people = answered.total / requests.length / SECONDS;
  const bare = insertSameRows(server.dataDir);
  await server.close();
  report('people a second who register and open a checkout', people);
  report('the same rows a second in the bare database', bare);
  report('ratio', people / bare, { least: 0.25 });
}

/**
 * Inserts the rows of people with a checkout into empty tables, each person in three transactions as the server does,
 * and with the same durability. Returns people a second.
 */
function insertSameRows(dataDir: string): number {
  const from = new DatabaseSync(join(dataDir, 'plenary.sqlite'));
  const to = new DatabaseSync(join(dataDir, 'bare.sqlite'), { enableForeignKeyConstraints: false });
  to.exec('pragma journal_mode = wal; pragma synchronous = full;');
  const schema = from.prepare(
    "select sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
  );
  for (const { sql } of schema.all()) to.exec(String(sql));
  const inserting = (table: string, count: number) => {
    const all = from.prepare(`select * from ${table}`).all();
    const columns = Object.keys(all[0] ?? {});
    const places = columns.map(() => '?').join(', ');
    const statement = to.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`);
    return {
      people: Math.floor(all.length / count),
      insert: () => {
        for (const row of all.splice(0, count)) statement.run(...Object.values(row));
      },
    };
  };
  const transactions = [
    [inserting('participants', 1), inserting('idempotency_keys', 1), inserting('outbox', 2)],
    [inserting('orders', 1), inserting('order_items', 2), inserting('payments', 1)],
    [inserting('payment_history', 2)],
  ];
  const people = Math.min(...transactions.flat().map((table) => table.people));
  const began = performance.now();
  for (let person = 0; person < people; person++) {
    for (const tables of transactions) {
      to.exec('begin immediate');
      for (const { insert } of tables) insert();
      to.exec('commit');
    }
  }
  const seconds = (performance.now() - began) / 1000;
  from.close();
  to.close();
  return people / seconds;
}

async function uploads(): Promise<void> {
  const bucket = await startTestBucket();
  await uploadInto('a folder', {});
  await uploadInto('a bucket', settingsFor(bucket.settings));
  await bucket.close();
}

async function uploadInto(place: string, settings: Record<string, string>): Promise<void> {
  const COUNT = 40;
  const server = await startServerProcess(settings);
  await pause(1500);
  const idle = server.memory();
  let peak = idle;
  const sampler = setInterval(() => (peak = Math.max(peak, server.memory())), 20);
  const sent = new Map<string, string>();
  const author = async () => {
    while (sent.size < COUNT) {
      const form = aForm();
      const email = String(form['email']);
      const bytes = aLargePdf();
      sent.set(email, createHash('sha256').update(bytes).digest('hex'));
      const { status, text } = await submit(server, { form, bytes });
      if (status !== 200) throw new Error(`an abstract is answered with ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, author));
  clearInterval(sampler);
  const stored = (await server.exported()).filter(({ type }) => type === 'abstract');
  const identical = stored.filter(({ email, sha256 }) => sent.get(email) === sha256);
  const left = readdirSync(join(server.dataDir, 'uploads')).length;
  await server.close();
  const into = `${sent.size} files of 25 MB into ${place}, 16 at once`;
  report(`${into}: identical`, identical.length, { least: sent.size });
  report(`${into}: left over`, left, { most: 0 });
  report(`${into}: growth of memory, MiB`, (peak - idle) / MIB, { most: 100 });
}

async function attacks(): Promise<void> {
  const server = await startServerProcess({ RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  // The server tells visitors and attackers apart by the proxy's header.
  const from = (address: string) => ({ 'x-forwarded-for': address, 'accept-encoding': 'br' });
  const visit = (overallRate: number, connections: number, headers: object, all: Request[]) => {
    const requests = all.map((one) => ({ ...one, headers: { ...one.headers, ...headers } }));
    // Each client has its own worker, so that the clients do not delay each other.
    const options = { url: server.origin, connections, overallRate, requests, workers: 1 };
    return autocannon({ ...options, duration: LASTING });
  };
  const speakers = { path: '/api/speakers/polymers' };
  const shown = ['/', '/speakers', '/agenda', '/abstract-submission'].map((path) => ({ path }));
  const visits = [...shown, speakers];
  const choice = { presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
  const write = jsonCall('/api/registration/register', { ...aPerson(), ...choice });

  const files = Array.from({ length: 16 }, () =>
    submit(server, { bytes: aLargePdf(), headers: from('198.51.100.1') }),
  );
  const [held, burst, visitor] = await Promise.all([
    attack(server.origin, { count: 900, turnMs: 1000, seconds: LASTING }),
    visit(500, 50, from('198.51.100.2'), [speakers, { ...write, body: '{"name":' }]),
    // Each request has a new connection, like the request of a new visitor.
    visit(10, 10, { ...from('198.51.100.3'), connection: 'close' }, [
      ...visits,
      ...visits,
      ...visits,
      ...visits,
      write,
    ]),
  ]);
  const uploaded = (await Promise.all(files)).filter(({ status }) => status === 200);
  for (const { name, closed, open } of held) {
    const longest = Math.max(...closed, ...open);
    report(`${name}: ${closed.length} closed; longest open, s`, longest, { most: 75 });
    if (closed.length === 0) missed.push(`${name}: none was closed`);
  }
  const limited = burst.statusCodeStats?.['429']?.count ?? 0;
  report('a burst, half of it broken: refused with 429', limited, { least: 1 });
  report('uploads of 25 MB meanwhile: stored', uploaded.length, { least: 16 });
  const good = visitor['2xx'];
  const share = (good * 100) / (good + visitor.non2xx + visitor.errors);
  report(`a visitor’s ${good} good answers, of a hundred`, share, { least: 99.5 });
  report('a visitor, p97.5 in ms', visitor.latency.p97_5, { most: 1000 });
  report('a visitor, p99 in ms', visitor.latency.p99);
  report('MB at the end', server.memory() / 1e6);
  await server.close();
}

/** A PDF of the largest allowed size; no two are equal. */
function aLargePdf(): Buffer {
  const head = Buffer.from(`%PDF-1.7\n% ${randomUUID()}\n`);
  return Buffer.concat([head, noise.subarray(head.length)]);
}
