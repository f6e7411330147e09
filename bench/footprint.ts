/**
 * How soon the built server answers after its start, and how much memory it holds after 10,000 requests of each mixture, beside
 * a bare Node server, in turns. Its Stripe is the pretend one of another server, whose memory is not the server's.
 *
 *     npm run bench:footprint -- [rounds, 5 unless told]
 *
 * Needs a built site, and Linux for the memory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSandboxAccess } from '#server/sandbox-access.ts';
import { freePort } from '../scripts/free-port.ts';
import { aPerson } from './a-person.ts';
import { closeWith, inTurns, tableOf } from './in-turns.ts';
import { residentMemory } from './resident-memory.ts';
import { startLine } from './server-process.ts';

const READY_MS = 1000;
const MEMORY_MB = 150;
const REQUESTS = 10_000;
const AT_ONCE = 32;
const BARE = `require('node:http').createServer((_, answer) => answer.end('{}')).listen(process.env.PORT, '127.0.0.1')`;
const PAGES = ['/', '/conference-registration', '/api/speakers/polymers'];
const [rounds = '5'] = process.argv.slice(2);

type Program = typeof startLine;
const bare: Program = [process.execPath, ['-e', BARE]];
const plenary = startLine;

/** Sends requests until `REQUESTS` were answered. */
type Mixture = (ask: Ask) => Promise<void>;
type Ask = (path: string, person?: object) => Promise<void>;
const mixtures: Record<string, Mixture> = {
  'for pages': pagesOnly,
  'a quarter of them registrations': async (ask) => {
    for (const path of PAGES) await many(REQUESTS / 4, () => ask(path));
    await many(REQUESTS / 4, () => ask('/api/registration/register', aPerson(persons++)));
  },
  'an eighth registrations, an eighth checkouts': async (ask) => {
    for (const path of PAGES) await many(REQUESTS / 4, () => ask(path));
    await many(REQUESTS / 8, async () => {
      const person = aPerson(persons++);
      await ask('/api/registration/register', person);
      await ask('/api/payment/create-checkout-session?pricingConfigId=speaker', person);
    });
  },
};

const providerDir = mkdtempSync(join(tmpdir(), 'plenary-footprint-stripe-'));
const dataDir = mkdtempSync(join(tmpdir(), 'plenary-footprint-'));
const provider = await started(plenary, { DATA_DIR: providerDir });
copyFileSync(join(providerDir, 'sandbox-access.json'), join(dataDir, 'sandbox-access.json'));
const env = {
  DATA_DIR: dataDir,
  STRIPE_API_BASE: readSandboxAccess(providerDir)?.stripe.apiBase ?? '',
};
// The first start makes the tables; it is not counted.
await started(plenary, env).then(({ stop }) => stop());

let persons = 0;
const rows: string[][] = [];
const missed: string[] = [];
const ready = await inTurns(Number(rounds), {
  bare: () => readyAfter(bare),
  plenary: () => readyAfter(plenary),
});
add('ready after the start, ms', ready, READY_MS);
for (const [name, mixture] of Object.entries(mixtures)) {
  const memory = await inTurns(Math.min(Number(rounds), 3), {
    bare: () => memoryAfter(bare, pagesOnly),
    plenary: () => memoryAfter(plenary, mixture),
  });
  const count = REQUESTS.toLocaleString('en');
  add(`resident memory after ${count} requests, ${name}, MB`, memory, MEMORY_MB);
}
await provider.stop();
for (const folder of [dataDir, providerDir]) rmSync(folder, { recursive: true });
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
  const { ms, stop } = await started(program, env);
  await stop();
  return ms;
}

/** Megabytes after the requests, of which any bad answer is an error. */
async function memoryAfter(program: Program, mixture: Mixture): Promise<number> {
  const { child, origin, stop } = await started(program, env);
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

async function started(program: Program, settings: NodeJS.ProcessEnv): Promise<Started> {
  const port = String(await freePort());
  const began = performance.now();
  const [command, words] = program;
  const child = spawn(command, words, {
    env: { ...process.env, ...settings, PORT: port, HOST: '127.0.0.1', RATE_LIMIT: 'off' },
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
