import { beforeEach, expect, test } from 'vitest';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { type PaymentProvider, ProviderRefused, ProviderUnavailable } from './provider.ts';

let now: number;
let calls: number;
let outcome: Error | undefined;
let provider: PaymentProvider;
beforeEach(() => {
  now = 0;
  calls = 0;
  outcome = new ProviderUnavailable('away');
  const answer = async <T>(value: T): Promise<T> => {
    calls += 1;
    if (outcome) throw outcome;
    return value;
  };
  provider = withCircuitBreaker(
    {
      name: 'stripe',
      live: false,
      account: undefined,
      open: () => answer({ ref: 'ref', url: 'url' }),
      close: () => answer(true),
      getStatus: () => answer({ state: 'open' } as never),
      listRefunds: async () => [],
      getDispute: async () => undefined,
      listDisputes: async function* () {},
      refund: () => answer({ ref: 'ref' }),
      parseWebhook: async () => undefined,
    },
    () => now,
  );
});

const getStatus = () => provider.getStatus('ref');
async function failFiveTimes() {
  for (let i = 0; i < 5; i++) await expect(getStatus()).rejects.toThrow('away');
}

test('after five calls without an answer the next calls fail at once', async () => {
  await failFiveTimes();
  await expect(getStatus()).rejects.toThrow(ProviderUnavailable);
  await expect(provider.close('ref')).rejects.toThrow(ProviderUnavailable);
  expect(calls).toBe(5);
});

test('half a minute later one call tries again, and its answer closes the circuit', async () => {
  await failFiveTimes();
  now += 30_000;
  outcome = undefined;
  const first = getStatus();
  await expect(getStatus()).rejects.toThrow(ProviderUnavailable);
  await first;
  await getStatus();
  expect(calls).toBe(7);
});

test('if the call after half a minute fails, the circuit stays open for another half minute', async () => {
  await failFiveTimes();
  now += 30_000;
  await expect(getStatus()).rejects.toThrow('away');
  now += 29_999;
  outcome = undefined;
  await expect(getStatus()).rejects.toThrow(ProviderUnavailable);
  expect(calls).toBe(6);
});

test('a definite refusal is an answer', async () => {
  for (let i = 0; i < 4; i++) await expect(getStatus()).rejects.toThrow('away');
  outcome = new ProviderRefused('no', 'no', { status: 400 });
  await expect(getStatus()).rejects.toThrow(ProviderRefused);
  outcome = new ProviderUnavailable('away');
  await failFiveTimes();
  expect(calls).toBe(10);
});
