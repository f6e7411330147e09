/**
 * Runs many attacks at once: slow headers, slow bodies, silent sockets, stalled readers, a burst from one address and large
 * uploads, while a visitor sends ten requests a second for pages and calls. Prints a line for each attack and the
 * visitor's figures. Fails when a connection is held for more than 75 seconds, when fewer than 99.5 % of the visitor's
 * answers are good, or when 5 % of them take a second.
 *
 *     npm run test:load -- [seconds, 85 unless told]
 *
 * The server runs with its default limits. DATABASE_URL makes it use PostgreSQL. It needs a built site (npm start
 * builds it) and Linux, which has all of 127.0.0.0/8 as addresses of its own, and talks to them only.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePort } from '../scripts/free-port.ts';
import type { Answers, LoadSize, Holding } from './load-attacks.ts';
import type { LoadOrder } from './load-thread.ts';
import { visit } from './load-visitor.ts';
import { closeWith, medianOf } from './in-turns.ts';
import { residentMemory } from './resident-memory.ts';
import { startServer } from './server-process.ts';

const LONGEST_HOLD_S = 75;
const LEAST_GOOD = 0.995;
const LONGEST_P95_MS = 1000;
const PAGES = ['/', '/speakers', '/agenda', '/conference-registration', '/abstract-submission'];

const size: LoadSize = {
  slowHeaders: 200,
  slowBodies: 200,
  silent: 300,
  lingering: 100,
  stalled: 100,
  pipelining: 2,
  burstPerSecond: 500,
  uploads: { atOnce: 16, inAll: 64, bytes: 25 * 1024 * 1024 },
};

const [given = '85'] = process.argv.slice(2);
const seconds = Number(given);
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-load-'));
const port = await freePort();
const server = await startServer({
  ...process.env,
  RATE_LIMIT: 'on',
  PORT: String(port),
  DATA_DIR: dataDir,
});
const origin = `http://127.0.0.1:${port}`;
await pause(2000);
const before = residentMemory(server);
const [loadBefore = 0] = loadavg();
const processorBefore = processorOf(server);
let peak = before;
const sampler = setInterval(() => (peak = Math.max(peak, residentMemory(server))), 100);

const order: LoadOrder = { origin, size, seconds };
const attackers = new Worker(new URL('load-thread.ts', import.meta.url), { workerData: order });
const reported = once(attackers, 'message') as Promise<
  [{ holdings: Holding[]; answers: Answers[] }]
>;
const visitor = await visit(origin, PAGES, {
  localAddress: '127.0.9.1',
  everyMs: 100,
  until: AbortSignal.timeout(seconds * 1000),
});
const [{ holdings, answers }] = await reported;
const processor = processorOf(server);
clearInterval(sampler);
await pause(5000);
const after = residentMemory(server);
const isAlive = server.exitCode === null && server.signalCode === null;
server.kill('SIGTERM');
if (isAlive) await once(server, 'exit');
rmSync(dataDir, { recursive: true });

const missed: string[] = isAlive ? [] : ['the server died'];
for (const { name, cut, left } of holdings) {
  const longest = Math.max(0, ...cut, ...left) / 1000;
  const span = cut.length > 0 ? `closed after ${inSeconds(medianOf(cut))} s (median), ` : '';
  console.log(
    `${name}: ${cut.length} closed, ${left.length} open at the end; ${span}none held for more than ${longest.toFixed(1)} s`,
  );
  if (longest > LONGEST_HOLD_S) missed.push(`${name} held for ${longest.toFixed(1)} s`);
  if (cut.length === 0) missed.push(`${name} were never closed`);
}
for (const { name, statuses } of answers) {
  const counts = Object.entries(statuses).map(([status, times]) => `${times} times ${status}`);
  console.log(`${name}: ${counts.join(', ')}`);
}
const [flood, uploads] = answers;
if (!flood?.statuses['429']) missed.push('the burst was not limited');
if (!uploads?.statuses['200']) missed.push('no upload arrived');
const share = visitor.good / visitor.asked;
console.log(
  `visitor: ${visitor.good} of ${visitor.asked} answers good (${(share * 100).toFixed(2)} %), ` +
    `p95 ${Math.round(visitor.p95Ms)} ms, longest ${Math.round(visitor.longestMs)} ms`,
);
for (const [trouble, times] of visitor.bad) console.log(`  ${times} times ${trouble}`);
console.log(
  `server: ${inMb(before)} MB before, ${inMb(peak)} at most, ${inMb(after)} five seconds after; ` +
    `in ${seconds} s it ran for ${spent('ran')} s and waited for a processor for ${spent('waited')} s ` +
    `(load of the machine before: ${loadBefore.toFixed(1)})`,
);
if (share < LEAST_GOOD) missed.push(`${(share * 100).toFixed(2)} % of the answers good`);
if (visitor.p95Ms >= LONGEST_P95_MS) missed.push(`p95 of ${Math.round(visitor.p95Ms)} ms`);
closeWith(missed);

/** Nanoseconds that the server's event loop ran, and that it was ready to run while others did, as Linux counts them. */
function processorOf({ pid }: ChildProcess): { ran: number; waited: number } {
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ran: ran ?? 0, waited: waited ?? 0 };
}

function spent(what: 'ran' | 'waited'): number {
  return Math.round((processor[what] - processorBefore[what]) / 1e9);
}

function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}
