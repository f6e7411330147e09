/**
 * Breaks what a server stands on, one thing after the other, and looks at what its visitors see. Prints a line for each
 * fault and fails when one of them is not borne as docs/threat-model.md says.
 *
 *     npm run drill -- [a part of a fault's name]
 *
 * It needs a built site (npm start builds it) and Linux, for the database a PostgreSQL on the machine, and talks to
 * 127.0.0.1 only.
 */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgresDatabase } from '#server/database/database.ts';
import { readSandboxAccess } from '#server/sandbox-access.ts';
import type { Fault } from '../sandbox/faults.ts';
import { freePort } from '../scripts/free-port.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { findPostgres } from '../scripts/programs.ts';
import { startServer } from './server-process.ts';

type Site = { origin: string; dataDir: string; server: ChildProcess };
type Seen = { status: number; ms: number; message: string };

const faults: Record<string, () => Promise<string>> = {
  'database away': () =>
    onPostgres(async (site, gate) => {
      await gate.shut();
      const write = await register(site);
      const page = await get(site, '/');
      const list = await get(site, '/api/speakers/polymers');
      expectTrue(write.status === 503 && write.message !== '', `a write answers ${say(write)}`);
      expectTrue(write.ms < 10_000, `a write waits ${write.ms} ms`);
      expectTrue(page.status === 200 && list.status === 200, 'pages and lists are there');
      await gate.open();
      const back = await until(5000, async () => (await register(site)).status === 200);
      return `writes ${say(write)}, pages 200; writes again ${back} ms after its return`;
    }),

  'store slow': () =>
    onPostgres(async (site, _gate, url) => {
      const db = openPostgresDatabase(url, () => undefined);
      const held = db.transaction().execute(async (tx) => {
        await sql`lock table registrations in access exclusive mode`.execute(tx);
        await pause(12_000);
      });
      await pause(300);
      const person = aPerson();
      const [write, page] = await Promise.all([register(site, person), get(site, '/agenda')]);
      expectTrue(write.status === 503 && write.ms < 15_000, `a write answers ${say(write)}`);
      expectTrue(page.status === 200 && page.ms < 1000, `a page answers ${say(page)}`);
      await held;
      await register(site, person);
      await register(site, person);
      const rows = await db
        .selectFrom('registrations')
        .select('id')
        .where('email', '=', person.email)
        .execute();
      await db.destroy();
      expectTrue(rows.length === 1, `${rows.length} records of one person`);
      return `a write ${say(write)}, a page ${say(page)}; one record afterwards`;
    }),

  'provider slow': () =>
    onSqlite({ SANDBOX_CONTROL: 'on' }, async (site) => {
      await misbehave(site, 'hang', 2);
      const person = aPerson();
      const slow = await checkout(site, person);
      expectTrue(slow.status === 503 && slow.ms <= 12_000, `a checkout answers ${say(slow)}`);
      const again = await checkout(site, person);
      expectTrue(again.status === 200, `the next click answers ${say(again)}`);
      return `a checkout ${say(slow)}, the next click ${say(again)}`;
    }),

  'provider lying': () =>
    onSqlite({ SANDBOX_CONTROL: 'on' }, async (site) => {
      const seen: string[] = [];
      for (const fault of ['malformed', 'reset-after', { status: 500 }] satisfies Fault[]) {
        await misbehave(site, fault, 2);
        const person = aPerson();
        const first = await checkout(site, person);
        expectTrue(
          first.status === 200 || first.status === 503,
          `a checkout answers ${say(first)}`,
        );
        const next = await checkout(site, person);
        expectTrue(
          next.status === 200 || next.status === 503,
          `the next click answers ${say(next)}`,
        );
        seen.push(`${first.status} then ${next.status}`);
      }
      return `junk, a lost answer, 500: ${seen.join(', ')}`;
    }),

  'disk full': () =>
    onSqlite({ FILES_RESERVE_MB: '9999999' }, async (site) => {
      await until(5000, async () => (await register(site)).status === 507);
      const write = await register(site);
      const page = await get(site, '/');
      const ready = await get(site, '/readyz');
      expectTrue(write.message !== '' && page.status === 200, 'a sentence, and pages');
      expectTrue(ready.body.includes('degraded'), `readiness says ${ready.body}`);
      return `writes ${say(write)}, pages 200, readiness degraded`;
    }),

  'loop stuck': () =>
    onSqlite({}, async (site) => {
      site.server.kill('SIGSTOP');
      await pause(20_000);
      site.server.kill('SIGCONT');
      const back = await until(5000, async () => (await get(site, '/')).status === 200);
      expectTrue(site.server.exitCode === null, 'it lives');
      return `stopped for 20 s, serves ${back} ms after it goes on`;
    }),

  // Nothing listens on port 9 of this machine.
  'mail server dying': () =>
    onSqlite(
      {
        SMTP_HOST: '127.0.0.1',
        SMTP_PORT: '9',
        SMTP_TLS: 'off',
        PUBLIC_BASE_URL: 'http://127.0.0.1',
      },
      async (site) => {
        const paid = await checkout(site, aPerson());
        const write = await register(site);
        expectTrue(paid.status === 200 && write.status === 200, `${say(paid)}, ${say(write)}`);
        expectTrue(write.ms < 2000, 'no request waits for mail');
        return `a checkout ${say(paid)}, a registration ${say(write)}`;
      },
    ),

  'few descriptors': () =>
    onSqlite({}, async (site) => {
      execFileSync('prlimit', ['--pid', String(site.server.pid), '--nofile=128:128']);
      const { port } = new URL(site.origin);
      const sockets = Array.from({ length: 300 }, () => connect(Number(port), '127.0.0.1'));
      for (const socket of sockets) socket.on('error', () => undefined);
      await pause(2000);
      expectTrue(site.server.exitCode === null, 'it lives');
      for (const socket of sockets) socket.destroy();
      let last = '';
      const back = await until(30_000, async () => {
        const write = await register(site);
        last = say(write);
        return write.status === 200;
      }).catch((error: unknown) => {
        throw new Error(`a write answers ${last}`, { cause: error });
      });
      return `300 connections at 128 descriptors: alive, writes again after ${back} ms`;
    }),

  'little memory': () =>
    onSqlite({ NODE_OPTIONS: '--max-old-space-size=128' }, async (site) => {
      const statuses = new Map<number, number>();
      const visitor = async () => {
        for (let n = 0; n < 60; n++) {
          const { status } = await post(site, '/api/registration/register', {
            name: 'x'.repeat(60_000),
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 40 }, visitor));
      expectTrue(site.server.exitCode === null, 'it lives');
      expectTrue(
        [...statuses.keys()].every((status) => status === 400 || status === 503),
        'only refusals',
      );
      expectTrue((await register(site)).status === 200, 'it writes');
      return `2,400 large bodies at 128 MB of heap: alive, ${[...statuses].map(String).join(' ')}`;
    }),
};

let people = 0;
let failed = false;
for (const [name, drill] of Object.entries(faults)) {
  if (!name.includes(process.argv[2] ?? '')) continue;
  try {
    console.log(`ok    ${name}: ${await drill()}`);
  } catch (error) {
    failed = true;
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = failed ? 1 : 0;

async function onSqlite(settings: Record<string, string>, drill: (site: Site) => Promise<string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenary-drill-'));
  const port = await freePort();
  const { DATABASE_URL: _, ...env } = process.env;
  const server = await startServer({ ...env, ...settings, PORT: String(port), DATA_DIR: dataDir });
  try {
    return await drill({ origin: `http://127.0.0.1:${port}`, dataDir, server });
  } finally {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true });
  }
}

/** A server on a PostgreSQL of its own, which it reaches through a gate that can be shut. */
async function onPostgres(drill: (site: Site, gate: Gate, url: string) => Promise<string>) {
  if (!findPostgres(process.env)) return 'skipped, no PostgreSQL on this machine';
  const postgres = await startPostgres();
  const gate = await openGate(Number(new URL(postgres.url).port));
  const through = new URL(postgres.url);
  through.port = String(gate.port);
  try {
    return await onSqlite({ DATABASE_URL: through.href }, (site) =>
      drill(site, gate, postgres.url),
    );
  } finally {
    await gate.shut();
    await postgres.stop();
  }
}

type Gate = { port: number; shut: () => Promise<void>; open: () => Promise<void> };

async function openGate(target: number): Promise<Gate> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const open = async () => {
    server = createServer((socket) => {
      const onward = connect(target, '127.0.0.1');
      for (const end of [socket, onward]) {
        sockets.add(end);
        end.on('error', () => undefined).on('close', () => sockets.delete(end));
      }
      socket.pipe(onward).pipe(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open();
  return {
    port,
    open,
    async shut() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      server = undefined;
      await closed;
    },
  };
}

function aPerson() {
  people += 1;
  return {
    name: `Drill Visitor ${people}`,
    email: `drill.${people}@lab.example`,
    phone: '+49 30 5550',
    instituteOrUniversity: 'Institute of Foreseen Faults',
    country: 'Germany',
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_ONLY',
  };
}

function register(site: Site, person = aPerson()): Promise<Seen> {
  return post(site, '/api/registration/register', person);
}

function checkout(site: Site, person: ReturnType<typeof aPerson>): Promise<Seen> {
  return post(site, '/api/payment/create-checkout-session?pricingConfigId=speaker', person);
}

function post(site: Site, path: string, body: unknown): Promise<Seen> {
  const headers = { 'content-type': 'application/json' };
  return ask(site, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

function get(site: Site, path: string) {
  return ask(site, path, {});
}

async function ask(
  { origin }: Site,
  path: string,
  init: RequestInit,
): Promise<Seen & { body: string }> {
  const began = performance.now();
  try {
    const answer = await fetch(`${origin}${path}`, {
      ...init,
      signal: AbortSignal.timeout(30_000),
    });
    const body = await answer.text();
    const message = /"message":"([^"]*)"/.exec(body)?.[1] ?? '';
    return { status: answer.status, ms: Math.round(performance.now() - began), message, body };
  } catch {
    return { status: 0, ms: Math.round(performance.now() - began), message: '', body: '' };
  }
}

async function misbehave({ dataDir }: Site, fault: Fault, times: number): Promise<void> {
  const base = readSandboxAccess(dataDir)?.stripe.apiBase;
  const answer = await fetch(`${base}/_control/failNext`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([fault, times, { provider: 'stripe', purpose: 'open' }]),
  });
  if (!answer.ok) throw new Error(`the sandbox took no order: ${answer.status}`);
}

/** Milliseconds until it holds. */
async function until(mostMs: number, holds: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < mostMs) {
    if (await holds()) return Math.round(performance.now() - began);
    await pause(50);
  }
  throw new Error(`not within ${mostMs} ms`);
}

function say({ status, ms }: Seen): string {
  return `${status} after ${ms} ms`;
}

function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}
