import { expect, test } from 'vitest';
import { openQuota } from './quota.ts';

const otherwise = { message: 'Later, please.', retryAfter: 60 };
const nobody = async () => undefined;

test('R13: a work that is committed while another is counted for is not overlooked', async () => {
  const counts: ((count: number) => void)[] = [];
  const count = () => new Promise<number>((resolve) => counts.push(resolve));
  const quota = openQuota({ most: 1, withinMs: 1000, count }, () => new Date(), nobody);

  const { promise: commit, resolve: committed } = Promise.withResolvers<string>();
  const first = quota.under(() => commit, otherwise);
  counts[0]?.(0);
  const second = quota.under(async () => 'one too many', otherwise);
  committed('done');
  expect(await first).toBe('done');
  // The database was asked before the commit, and answers after it.
  counts[1]?.(0);
  await expect(second).rejects.toMatchObject({ code: 'ceiling-reached', retryAfter: 60 });
});

test('R13: a work that fails takes no room', async () => {
  const quota = openQuota(
    { most: 1, withinMs: 1000, count: async () => 0 },
    () => new Date(),
    nobody,
  );
  const fails = () => Promise.reject(new Error('the provider is away'));
  await expect(quota.under(fails, otherwise)).rejects.toThrow('away');
  expect(await quota.under(async () => 'next', otherwise)).toBe('next');
});

test('R13: without a quota nothing is counted', async () => {
  const count = () => Promise.reject(new Error('asked for nothing'));
  const quota = openQuota({ most: Infinity, withinMs: 1000, count }, () => new Date(), nobody);
  expect(await quota.under(async () => 'yes', otherwise)).toBe('yes');
  expect([await quota.hasRoom(), await quota.level()]).toEqual([true, undefined]);
});
