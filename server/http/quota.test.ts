import { expect, test } from 'vitest';
import { createQuota, type Quota } from './quota.ts';

const nobody = async () => undefined;

test('a work that is committed during the count for another one is not overlooked', async () => {
  const counts: ((count: number) => void)[] = [];
  const count = () => new Promise<number>((resolve) => counts.push(resolve));
  const quota = createQuota({ most: 1, withinMs: 1000, count }, () => new Date(), nobody);

  const first = quota.reserve();
  counts[0]?.(0);
  const place = await first;
  const second = quota.reserve();
  place?.[Symbol.dispose]();
  // The database was asked before the commit, and answers after it.
  counts[1]?.(0);
  expect(await second).toBeUndefined();
});

test('a work that fails uses none of the quota', async () => {
  const quota = createQuota(
    { most: 1, withinMs: 1000, count: async () => 0 },
    () => new Date(),
    nobody,
  );
  await expect(failUnder(quota)).rejects.toThrow('away');
  expect(await quota.reserve()).toBeDefined();
});

async function failUnder(quota: Quota): Promise<void> {
  using place = await quota.reserve();
  throw new Error(`the provider is away, and there was ${place ? 'room' : 'no room'}`);
}

test('without a quota nothing is counted', async () => {
  const count = () => Promise.reject(new Error('asked for nothing'));
  const quota = createQuota({ most: Infinity, withinMs: 1000, count }, () => new Date(), nobody);
  expect(await quota.reserve()).toBeDefined();
  expect([await quota.hasRoom(), await quota.level()]).toEqual([true, undefined]);
});
