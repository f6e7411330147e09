import { MINUTE } from '#contract/time-spans.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '#tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { renewLease } from '#server/database/leases.ts';
import { everyByOne } from './leased-job.ts';

let database: TestDatabase;
let clock: ReturnType<typeof testClock>;
let runs: string[];
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  clock = testClock();
  runs = [];
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await database.close();
});

/** A server that checks a hundred times a second whether the job is due. */
function server(
  holder: string,
  work: (signal: AbortSignal) => Promise<unknown> = async () => undefined,
) {
  const job = everyByOne(
    { db: database.second, clock: clock.now, holder, name: 'poll' },
    MINUTE,
    async (signal) => {
      runs.push(holder);
      await work(signal);
    },
    unexpected,
    { askMs: 10, leaseMs: MINUTE },
  );
  stops.push(() => job.stop());
  return job;
}

test('one of several servers runs a job, and none runs it again before it is due', async () => {
  for (const holder of ['a', 'b', 'c']) server(holder);
  await expect.poll(() => runs).toHaveLength(1);
  await pause(200);
  expect(runs).toHaveLength(1);
  clock.advance(MINUTE);
  await expect.poll(() => runs).toHaveLength(2);
  await pause(200);
  expect(runs).toHaveLength(2);
});

test('no server begins a job that another one is running', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const first = server('a', () => done);
  await expect.poll(() => runs).toEqual(['a']);
  server('b');
  await pause(200);
  expect(runs).toEqual(['a']);
  resolve();
  await first.stop();
  await expect.poll(() => runs).toEqual(['a', 'b']);
});

test('another server runs the job of a dead server after its lease has expired', async () => {
  // A dead server does not renew its lease.
  await database.db
    .insertInto('leases')
    .values({
      name: 'poll',
      holder: 'dead',
      until: new Date(clock.now().getTime() + MINUTE).toISOString(),
    })
    .execute();
  server('b');
  await pause(200);
  expect(runs).toEqual([]);
  clock.advance(MINUTE + 1);
  await expect.poll(() => runs).toEqual(['b']);
});

test('another server can run the job at once after a stop in the middle of a run', async () => {
  const stopped = server(
    'a',
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      }),
  );
  await expect.poll(() => runs).toEqual(['a']);
  await stopped.stop();
  server('b');
  await expect.poll(() => runs).toEqual(['a', 'b']);
});

test('only its holder renews a lease', async () => {
  server('a');
  await expect.poll(() => runs).toEqual(['a']);
  const lease = { name: 'poll', holder: 'b' };
  expect(await renewLease(database.db, lease, clock.now, MINUTE)).toBe(false);
});
