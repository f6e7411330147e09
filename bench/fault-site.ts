import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { freePort } from '../scripts/free-port.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { findPostgres } from '../scripts/programs.ts';
import { startServer } from './server-process.ts';

/** One fault that is caused on purpose. */
export type Fault = {
  name: string;
  /** What is done to the server, for the printed line. */
  done: string;
  /** Causes the fault and returns what was observed; throws when the server does not tolerate it. */
  run: () => Promise<string>;
};

/** A fault that this machine cannot have; the message says why. */
export class Skipped extends Error {}

export type Site = {
  origin: string;
  dataDir: string;
  server: ChildProcess;
  /** The server's settings, for the organiser's commands beside it. */
  env: NodeJS.ProcessEnv;
};
export type Postgres = Awaited<ReturnType<typeof startPostgres>>;
type Seen = { status: number; ms: number; message: string; body: string };

/** Runs something on a server of its own with an empty database, and stops the server. */
export async function onSite<T>(
  settings: Record<string, string>,
  run: (site: Site) => Promise<T>,
  dataDir = mkdtempSync(join(tmpdir(), 'plenary-faults-')),
): Promise<T> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const { server, env } = await startAnywhere({ ...rest, ...settings, DATA_DIR: dataDir });
  try {
    return await run({ origin: `http://127.0.0.1:${env.PORT}`, dataDir, server, env });
  } finally {
    if (isAlive({ server })) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(dataDir, { recursive: true });
  }
}

/** On a free port, unless a setting names one. Another program may take the port first; then it tries again. */
async function startAnywhere(settings: NodeJS.ProcessEnv & { DATA_DIR: string }, tries = 3) {
  const env = { ...settings, PORT: settings['PORT'] ?? String(await freePort()) };
  try {
    return { env, server: await startServer(env) };
  } catch (error) {
    const isTaken = error instanceof Error && error.message.includes('is taken by another program');
    if (!isTaken || settings['PORT'] !== undefined || tries === 1) throw error;
    return startAnywhere(settings, tries - 1);
  }
}

/** The same on a PostgreSQL of its own, durable by its defaults. */
export async function onPostgres<T>(run: (site: Site, postgres: Postgres) => Promise<T>) {
  if (!findPostgres(process.env)) throw new Skipped('there is no PostgreSQL on this machine');
  const postgres = await startPostgres([]);
  try {
    return await onSite({ DATABASE_URL: postgres.url }, (site) => run(site, postgres));
  } finally {
    await postgres.stop();
  }
}

let people = 0;
export function aPerson(name = 'visitor') {
  people += 1;
  return {
    name: `Test Visitor ${people}`,
    email: `${name}.${people}@lab.example`,
    phone: '+49 30 5550',
    instituteOrUniversity: 'Institute of Fault Tests',
    country: 'Germany',
    presentationType: 'SPEAKER',
    registrationType: 'REGISTRATION_ONLY',
  };
}

export function register(site: Site, person = aPerson()): Promise<Seen> {
  return post(site, '/api/registration/register', person);
}

export function post(site: Site, path: string, body?: unknown): Promise<Seen> {
  if (body === undefined) return ask(site, path, { method: 'POST' });
  const headers = { 'content-type': 'application/json' };
  return ask(site, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

export function get(site: Site, path: string): Promise<Seen> {
  return ask(site, path, {});
}

async function ask({ origin }: Site, path: string, init: RequestInit): Promise<Seen> {
  const began = performance.now();
  const seen = (status: number, body: string) => {
    const message = /"message":"([^"]*)"/.exec(body)?.[1] ?? '';
    return { status, ms: Math.round(performance.now() - began), message, body };
  };
  try {
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(`${origin}${path}`, { ...init, signal });
    return seen(answer.status, await answer.text());
  } catch {
    return seen(0, '');
  }
}

const Row = z.looseObject({ type: z.string(), email: z.string(), state: z.string() });

/** The records of `organiser export`; the digests of abstracts are of the stored bytes. */
export async function exported({ env }: Site) {
  const { stdout } = await promisify(execFile)(process.execPath, ['organiser/main.ts', 'export'], {
    env,
    maxBuffer: 1 << 28,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Row.parse(JSON.parse(line)));
}

/** How many of these mail addresses occur exactly once among the records of a type. */
export async function countThere(
  site: Site,
  type: 'registration' | 'abstract',
  emails: readonly string[],
): Promise<number> {
  const rows = (await exported(site)).filter((row) => row.type === type);
  return emails.filter((email) => rows.filter((row) => row.email === email).length === 1).length;
}

/** Waits until `holds` is true; returns the milliseconds. */
export async function until(
  mostMs: number,
  what: string,
  holds: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < mostMs) {
    if (await holds()) return Math.round(performance.now() - began);
    await pause(50);
  }
  throw new Error(`not within ${mostMs} ms: ${what}`);
}

export function isAlive({ server }: Pick<Site, 'server'>): boolean {
  return server.exitCode === null && server.signalCode === null;
}

export function say({ status, ms }: Seen): string {
  return `${status} after ${ms} ms`;
}

export function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

/** "3 times 200, 1 time 503". */
export function tally(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${all.length} times ${status}`)
    .join(', ');
}
