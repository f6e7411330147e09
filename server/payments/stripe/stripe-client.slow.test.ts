import { afterEach, expect, test } from 'vitest';
import {
  createStubProvider,
  type StubAnswer,
  type StubProvider,
} from '#tests/support/stub-provider.ts';
import { type PaymentProvider, ProviderUnavailable } from '#server/payments/provider.ts';
import { stripeProvider } from './stripe.ts';

const open: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((stub) => stub.close()));
});

const session = {
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  client_reference_id: 'order-1',
  amount_total: 41_895,
  currency: 'eur',
  livemode: false,
  metadata: {},
  payment_intent: null,
};

async function stubbed(answer: () => StubAnswer): Promise<StubProvider> {
  const stub = await createStubProvider(answer);
  open.push(stub);
  return stub;
}

function stripeAt({ origin }: StubProvider): PaymentProvider {
  return stripeProvider({
    methods: ['card'],
    secretKey: 'sk_test_key',
    webhookSecret: 'whsec_secret',
    live: false,
    apiBase: origin,
    retries: 0,
    sandboxPath: undefined,
    transferCountry: 'DE',
  });
}

test('a redirect by Stripe is not followed', async () => {
  const elsewhere = await stubbed(() => ({ body: session }));
  const stub = await stubbed(() => ({ status: 302, headers: { location: elsewhere.origin } }));
  await expect(stripeAt(stub).getStatus('cs_test_1')).rejects.toThrow(ProviderUnavailable);
  expect(elsewhere.asked).toEqual([]);
});

test('an answer of Stripe that is larger than a mebibyte counts as no answer', async () => {
  let padding = ' '.repeat(900 * 1024);
  const stub = await stubbed(() => ({ body: { ...session, padding } }));
  expect(await stripeAt(stub).getStatus('cs_test_1')).toMatchObject({ state: 'open' });
  padding = ' '.repeat(1024 * 1024);
  await expect(stripeAt(stub).getStatus('cs_test_1')).rejects.toThrow(ProviderUnavailable);
});

test('an answer that is not JSON counts as no answer', async () => {
  const stub = await stubbed(() => ({ body: '<html>' }));
  await expect(stripeAt(stub).getStatus('cs_test_1')).rejects.toThrow(ProviderUnavailable);
});

test('a dripping answer of Stripe times out like a missing one', async () => {
  const stub = await stubbed(() => 'drip');
  await expect(stripeAt(stub).getStatus('cs_test_1')).rejects.toThrow(ProviderUnavailable);
}, 10_000);
