/**
 * How soon the built server answers after its start, and how much memory it holds when idle and after 10,000 requests of each
 * mixture, beside a bare Node server, in turns. The pretend providers are part of the process, as in every new installation.
 *
 *     npm run bench:footprint -- [rounds, 5 unless told]
 *
 * Needs a built site, and Linux for the memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.ts';
import { aPerson } from './a-person.ts';
import { closeWith, inTurns, tableOf } from './in-turns.ts';
import { residentMemory } from './resident-memory.ts';
import { serverCommand } from './server-process.ts';

const READY_MS = 2000;
const MEMORY_MB = 256;
const IDLE_MS = 5000;
const REQUESTS = 10_000;
const AT_ONCE = 32;
const BARE = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(process.env.PORT, '127.0.0.1')`;
const PAGES = ['/', '/conference-registration', '/api/speakers/polymers'];
const [rounds = '5'] = process.argv.slice(2);

type Program = typeof serverCommand;
const bare: Program = [process.execPath, ['-e', BARE]];

/** Sends requests until `REQUESTS` were answered. */
type Mixture = (ask: Ask) => Promise<void>;
type Ask = (path: string, person?: object) => Promise<void>;
const mixtures: Record<string, Mixture> = {
  'when idle': () => pause(IDLE_MS),
  'after 10,000 requests for pages': pagesOnly,
  'after 10,000 requests, a quarter of them registrations': async (ask) => {
    for (const path of PAGES) await many(REQUESTS / 4, () => ask(path));
    await many(REQUESTS / 4, () => ask('/api/registration/register', aPerson(persons++)));
  },
  'after 10,000 requests, an eighth registrations, an eighth checkouts': async (ask) => {
    for (const path of PAGES) await many(REQUESTS / 4, () => ask(path));
    await many(REQUESTS / 8, async () => {
      const person = aPerson(persons++);
      await ask('/api/registration/register', person);
      await ask('/api/payment/create-checkout-session?pricingConfigId=speaker', person);
    });
  },
};

const dataDir = mkdtempSync(join(tmpdir(), 'plenary-footprint-'));
// The first start makes the tables; it is not counted.
await started(serverCommand).then(({ stop }) => stop());

let persons = 0;
const rows: string[][] = [];
const missed: string[] = [];
const ready = await inTurns(Number(rounds), {
  bare: () => readyAfter(bare),
  plenary: () => readyAfter(serverCommand),
});
add('ready after the start, ms', ready, READY_MS);
for (const [name, mixture] of Object.entries(mixtures)) {
  const memory = await inTurns(Math.min(Number(rounds), 3), {
    bare: () => memoryAfter(bare, mixture),
    plenary: () => memoryAfter(serverCommand, mixture),
  });
  add(`MB ${name}`, memory, MEMORY_MB);
}
rmSync(dataDir, { recursive: true });
console.log(tableOf(['what', 'bare Node', 'plenary', 'bar: at most'], rows));
closeWith(missed);

function add(what: string, median: { bare: number; plenary: number }, most: number): void {
  const [bareFigure, figure] = [Math.round(median.bare), Math.round(median.plenary)];
  if (figure > most) missed.push(`${what}: ${figure}`);
  rows.push([what, String(bareFigure), String(figure), String(most)]);
}

function pagesOnly(ask: Ask): Promise<void> {
  return many(REQUESTS, (n) => ask(PAGES[n % PAGES.length] ?? '/'));
}

/** `work` for 0 to `count`, some at once. */
async function many(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < count) await work(next++);
  });
  await Promise.all(workers);
}

async function readyAfter(program: Program): Promise<number> {
  const { ms, stop } = await started(program);
  await stop();
  return ms;
}

/** Megabytes after the requests, of which any bad answer is an error. */
async function memoryAfter(program: Program, mixture: Mixture): Promise<number> {
  const { child, origin, stop } = await started(program);
  await mixture(async (path, person) => {
    const answer = await fetch(`${origin}${path}`, {
      ...(person && { method: 'POST', body: JSON.stringify(person) }),
      headers: { 'accept-encoding': 'br', ...(person && { 'content-type': 'application/json' }) },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} is answered with ${answer.status}`);
  });
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
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, HOST: '127.0.0.1', RATE_LIMIT: 'off' },
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
    await pause(5);
  }
  throw new Error(`${words.join(' ')} did not answer at ${origin}`);
}
