import { expect, test } from 'vitest';
import { inThread } from './worker-thread.ts';

const file = new URL('../tests/support/hungry-thread.ts', import.meta.url);

test('a thread that takes too long or too much memory is ended, and the next request gets an answer', async () => {
  const ask = inThread<string, string>(file, { seconds: 3, megabytes: 40 });
  for (const [wish, limit] of [
    ['bytes', 'memory'],
    ['objects', 'memory'],
    ['loop', 'time'],
  ] as const) {
    await expect(ask(wish)).rejects.toMatchObject({ limit });
    expect(await ask('answer')).toBe('here');
  }
  await expect(ask('fail')).rejects.toThrow(new TypeError('no'));
});

test('a bad file does not end the work on a good one that came at the same moment', async () => {
  const ask = inThread<string, string>(file, { seconds: 1, megabytes: 200 });
  const [bad, good] = await Promise.allSettled([ask('loop'), ask('answer')]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { limit: 'time' } });
  expect(good).toEqual({ status: 'fulfilled', value: 'here' });
});
