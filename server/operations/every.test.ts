import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { every } from './every.ts';

test('a job runs repeatedly, and never twice at the same time', async () => {
  let runs = 0;
  let underWay = 0;
  const job = async () => {
    runs += 1;
    underWay += 1;
    expect(underWay).toBe(1);
    await pause(5);
    underWay -= 1;
  };
  const jobs = every(1, job, unexpected, { firstMs: 0 });
  while (runs < 3) await pause(5);
  await jobs.stop();
  expect(underWay).toBe(0);
});

test('a failed run is reported, and the next run follows', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const job = async () => {
    runs += 1;
    if (runs === 1) throw new Error('away');
  };
  const jobs = every(1, job, (error) => errors.push(error));
  while (runs < 2) await pause(5);
  await jobs.stop();
  expect(errors).toEqual([new Error('away')]);
});

test('stop ends a run that waits for its signal, and no run begins after it', async () => {
  let runs = 0;
  const job = async (signal: AbortSignal) => {
    runs += 1;
    await pause(60_000, undefined, { signal });
  };
  const jobs = every(1, job, unexpected, { firstMs: 0 });
  while (runs < 1) await pause(5);
  await jobs.stop();
  await pause(20);
  expect(runs).toBe(1);
});

function unexpected(error: unknown): void {
  throw error;
}
