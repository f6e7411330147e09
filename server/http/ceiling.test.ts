import { expect, test } from 'vitest';
import { ceilingOf } from './ceiling.ts';

const otherwise = { message: 'Later, please.', retryAfter: 60 };
const nobody = async () => undefined;

test('R13: a work that is committed while another is counted for is not overlooked', async () => {
  const counts: ((count: number) => void)[] = [];
  const count = () => new Promise<number>((resolve) => counts.push(resolve));
  const ceiling = ceilingOf({ most: 1, withinMs: 1000, count }, () => new Date(), nobody);

  const { promise: commit, resolve: committed } = Promise.withResolvers<string>();
  const first = ceiling.under(() => commit, otherwise);
  counts[0]?.(0);
  const second = ceiling.under(async () => 'one too many', otherwise);
  committed('done');
  expect(await first).toBe('done');
  // The database was asked before the commit, and answers after it.
  counts[1]?.(0);
  await expect(second).rejects.toMatchObject({ code: 'ceiling-reached', retryAfter: 60 });
});

test('R13: a work that fails takes no room', async () => {
  const ceiling = ceilingOf(
    { most: 1, withinMs: 1000, count: async () => 0 },
    () => new Date(),
    nobody,
  );
  const fails = () => Promise.reject(new Error('the provider is away'));
  await expect(ceiling.under(fails, otherwise)).rejects.toThrow('away');
  expect(await ceiling.under(async () => 'next', otherwise)).toBe('next');
});

test('R13: without a ceiling nothing is counted', async () => {
  const count = () => Promise.reject(new Error('asked for nothing'));
  const ceiling = ceilingOf({ most: Infinity, withinMs: 1000, count }, () => new Date(), nobody);
  expect(await ceiling.under(async () => 'yes', otherwise)).toBe('yes');
  expect([await ceiling.hasRoom(), await ceiling.level()]).toEqual([true, undefined]);
});
