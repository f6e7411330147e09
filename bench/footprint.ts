/**
 * How soon the built server answers after its start, and how much memory it holds after 10,000 requests of every sort,
 * beside a bare Node server, in turns.
 *
 *     npm run bench:footprint -- [rounds, 5 unless told]
 *
 * Needs wrk (Debian: apt-get install wrk), a built site, and Linux for the memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { closeWith, inTurns, tableOf } from './in-turns.ts';
import { startLine } from './server-process.ts';
import { residentMemory } from './resident-memory.ts';
import { requestsPerSecond } from './wrk.ts';

const READY_MS = 1000;
const MEMORY_MB = 150;
const REQUESTS = 10_000;
const BARE = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(process.env.PORT, '127.0.0.1')`;
const [rounds = '5'] = process.argv.slice(2);

const dataDir = mkdtempSync(join(tmpdir(), 'plenary-footprint-'));
type Program = typeof startLine;
const bare: Program = [process.execPath, ['-e', BARE]];
const plenary = startLine;

// The first start makes the tables and the keys of the sandbox; it is not counted.
await started(plenary).then(({ stop }) => stop());
const ready = await inTurns(Number(rounds), {
  bare: () => readyAfter(bare),
  plenary: () => readyAfter(plenary),
});
const memory = await inTurns(Math.min(Number(rounds), 3), {
  bare: () => memoryAfterRequests(bare, ['/']),
  plenary: () =>
    memoryAfterRequests(plenary, ['/', '/register', '/api/speakers/polymers', 'calls']),
});
rmSync(dataDir, { recursive: true });

const missed: string[] = [];
if (ready.plenary > READY_MS) missed.push(`ready after ${Math.round(ready.plenary)} ms`);
if (memory.plenary > MEMORY_MB) missed.push(`memory ${Math.round(memory.plenary)} MB`);
const row = (what: string, figures: { bare: number; plenary: number }, limit: string) => [
  what,
  String(Math.round(figures.bare)),
  String(Math.round(figures.plenary)),
  limit,
];
console.log(
  tableOf(
    ['what', 'bare Node', 'plenary', 'bar'],
    [
      row('ready after the start, ms', ready, `under ${READY_MS}`),
      row(
        `resident memory after ${REQUESTS.toLocaleString('en')} requests, MB`,
        memory,
        `at most ${MEMORY_MB}`,
      ),
    ],
  ),
);
closeWith(missed);

async function readyAfter(program: Program): Promise<number> {
  const { ms, stop } = await started(program);
  await stop();
  return ms;
}

/** Megabytes after the requests; `calls` stands for people who register and open a checkout. */
async function memoryAfterRequests(program: Program, paths: string[]): Promise<number> {
  const { child, origin, stop } = await started(program);
  let left = REQUESTS;
  for (let turn = 0; left > 0; turn++) {
    const path = paths[turn % paths.length] ?? '/';
    const load = { connections: 32, seconds: 1, headers: { 'accept-encoding': 'br' } };
    const rate = await requestsPerSecond(
      path === 'calls'
        ? {
            ...load,
            url: origin,
            script: 'bench/persons.lua',
            variables: { FIRST: String(7e12 + turn * 1e8), WHOLE: 'yes' },
          }
        : { ...load, url: `${origin}${path}` },
    );
    left -= rate;
    // Every sort of request has its turn, however quick the others were.
    if (turn < paths.length - 1) left = Math.max(left, 1);
  }
  const bytes = residentMemory(child);
  await stop();
  return bytes / 1e6;
}

type Started = { child: ChildProcess; origin: string; ms: number; stop: () => Promise<void> };

async function started(program: Program): Promise<Started> {
  const port = String(await freePort());
  const began = performance.now();
  const [command, words] = program;
  const child = spawn(command, words, {
    env: { ...process.env, PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: 'ignore',
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 4000 && child.exitCode === null; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      const ms = performance.now() - began;
      const stop = async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
      };
      return { child, origin, ms, stop };
    }
    await new Promise((rest) => setTimeout(rest, 5));
  }
  throw new Error(`${words.join(' ')} did not answer at ${origin}`);
}
