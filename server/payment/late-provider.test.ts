import { expect, test } from 'vitest';
import { aCheckoutRequest } from '#server/testing/stub-provider.ts';
import { lateProvider } from './late-provider.ts';
import { bareSighting, type PaymentProvider, ProviderUnavailable } from './payment-provider.ts';

const seen = bareSighting('open');
const provider: PaymentProvider = {
  name: 'stripe',
  live: false,
  open: async ({ orderId }, key) => ({ ref: `${orderId} ${key}`, url: 'https://pay.example/' }),
  close: async () => true,
  look: async () => seen,
  refund: async () => ({ ref: 'refund' }),
  readNotice: async () => undefined,
  capture: async () => ({ kind: 'done' }),
  async *list() {
    yield { ref: 'one', seen };
  },
};
const stripe = { name: 'stripe', live: false, has: 'list' } as const;

test('it is loaded once, when it is first asked, by however many', async () => {
  let loads = 0;
  const late = lateProvider(stripe, async () => {
    loads++;
    return provider;
  });
  expect(loads).toBe(0);
  expect(await Promise.all([late.look('a'), late.look('b')])).toEqual([seen, seen]);
  await late.close('a', 'key');
  expect(loads).toBe(1);
});

test('one that cannot be loaded gives no answer, and is loaded again for the next call', async () => {
  const cause = new Error('too many open files');
  let isThere = false;
  const late = lateProvider(stripe, async () => {
    if (!isThere) throw cause;
    return provider;
  });
  await expect(late.look('a')).rejects.toThrow(ProviderUnavailable);
  await expect(late.look('a')).rejects.toMatchObject({ cause });
  isThere = true;
  expect(await late.look('a')).toBe(seen);
});

test('it has the method that it is said to have, and not the other', async () => {
  const lists = lateProvider(stripe, async () => provider);
  expect(await Array.fromAsync(lists.list?.(new Date(0)) ?? [])).toEqual([{ ref: 'one', seen }]);
  expect(lists.capture).toBeUndefined();
  const captures = lateProvider({ ...stripe, has: 'capture' }, async () => provider);
  expect(await captures.capture?.('a', aCheckoutRequest(), 'key')).toEqual({ kind: 'done' });
  expect(captures.list).toBeUndefined();
});
