import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '#tests/support/answer.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { findPostgres } from '../../scripts/programs.ts';

/** One fault that is caused on purpose. */
export type Fault = {
  name: string;
  /** The name of the fault in the printed line. */
  done: string;
  /** Causes the fault and returns the observations; throws if the server does not tolerate the fault. */
  run: () => Promise<string>;
};

/** This machine cannot cause the fault; the message says why. */
export class Skipped extends Error {}

/** Runs a function on its own server with an empty database. */
export async function onServer(
  settings: Record<string, string>,
  run: (server: ServerProcess) => Promise<string>,
): Promise<string> {
  const server = await startServerProcess({ DATABASE_URL: '', ...settings });
  try {
    return await run(server);
  } finally {
    await server.close();
  }
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Runs a function on its own server with its own PostgreSQL, which is durable by its defaults. */
export async function onPostgres(
  run: (server: ServerProcess, postgres: Postgres) => Promise<string>,
): Promise<string> {
  if (!findPostgres(process.env)) throw new Skipped('there is no PostgreSQL on this machine');
  const postgres = await startPostgres([]);
  try {
    return await onServer({ DATABASE_URL: postgres.url }, (server) => run(server, postgres));
  } finally {
    await postgres.stop();
  }
}

/** An answer as a visitor saw it. Status 0 means that no answer came. */
export type Seen = { status: number; ms: number; message: string; text: string };

export async function seen(asking: Promise<Answer>): Promise<Seen> {
  const began = performance.now();
  const answer = await asking.catch(() => undefined);
  return {
    status: answer?.status ?? 0,
    ms: Math.round(performance.now() - began),
    message: String(answer?.json['message'] ?? ''),
    text: answer?.text ?? '',
  };
}

export function aRegistration() {
  return { ...aPerson(), presentationType: 'SPEAKER', registrationType: 'REGISTRATION_ONLY' };
}

export function register(server: ServerProcess, person = aRegistration()): Promise<Seen> {
  return seen(server.post('/api/registration/register', person));
}

/** Everything acknowledged to these mail addresses has to be stored exactly once. */
export async function expectStored(
  server: ServerProcess,
  type: 'registration' | 'abstract',
  acknowledged: readonly string[],
): Promise<void> {
  const records = (await server.exported()).filter((record) => record.type === type);
  const times = acknowledged.map((to) => records.filter(({ email }) => email === to).length);
  expectTrue(
    times.every((count) => count === 1),
    `every acknowledged ${type} is stored once: ${tally(times)}`,
  );
}

/**
 * Longer than any start of a server, so that a visitor who repeats a request gets an answer, even on a slow machine.
 */
export const PATIENCE_MS = 300_000;

/** Repeats an act until it succeeds: no server answers while it is killed. */
export async function again<T>(act: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(200);
    }
  }
}

/** Waits until `isReached` is true; returns the milliseconds. */
export async function until(
  mostMs: number,
  what: string,
  isReached: () => Promise<boolean>,
): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < mostMs) {
    if (await isReached()) return Math.round(performance.now() - began);
    await pause(50);
  }
  throw new Error(`not within ${mostMs} ms: ${what}`);
}

export function expectTrue(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not true: ${what}`);
}

export async function expectPage(server: ServerProcess, path = '/'): Promise<void> {
  const { status, ms } = await seen(server.get(path));
  expectTrue(status === 200 && ms < 1000, `${path} answers ${status} after ${ms} ms`);
}

/** "3 times 200, 1 times 503". */
export function tally(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${all.length} times ${status}`)
    .join(', ');
}
