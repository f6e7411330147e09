import { afterEach, expect, test } from 'vitest';
import {
  aToken,
  createStubProvider,
  type StubAnswer,
  type StubProvider,
  TOKEN,
} from '#tests/support/stub-provider.ts';
import { type PaymentProvider, ProviderUnavailable } from '#server/payments/provider.ts';
import { paypalProvider } from './paypal.ts';

const open: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((stub) => stub.close()));
});

const order = { id: 'ORDER', status: 'CREATED', links: [], purchase_units: [] };

async function stubbed(answer: (path: string) => StubAnswer): Promise<StubProvider> {
  const stub = await createStubProvider(({ path }) => answer(path));
  open.push(stub);
  return stub;
}

function paypalAt({ origin }: StubProvider): PaymentProvider {
  return paypalProvider({
    clientId: 'client',
    clientSecret: 'secret',
    webhookId: 'WH',
    live: false,
    apiBase: origin,
    sandboxPath: undefined,
  });
}

test.each([
  [['DECLINED', 'COMPLETED'], 'paid', 'CAPTURE-2'],
  [['DECLINED', 'PENDING'], 'pending', 'CAPTURE-2'],
  [['DECLINED', 'DECLINED'], 'failed', 'CAPTURE-1'],
  [['PARTIALLY_REFUNDED', 'DECLINED'], 'paid', 'CAPTURE-1'],
])('an order whose captures are %j is %s', async (statuses, state, paymentRef) => {
  const captures = statuses.map((status, index) => ({
    id: `CAPTURE-${index + 1}`,
    status,
    amount: { currency_code: 'EUR', value: '105.00' },
  }));
  const body = { ...order, status: 'COMPLETED', purchase_units: [{ payments: { captures } }] };
  const stub = await stubbed((path) => (path === TOKEN ? aToken : { body }));
  expect(await paypalAt(stub).getStatus('ORDER')).toMatchObject({ state, paymentRef });
});

test('the disputes of the next page are listed by the link to it, as only PayPal knows its token', async () => {
  const dispute = (id: string) => ({
    dispute_id: id,
    create_time: '2026-05-04T10:00:00.000Z',
    status: 'OPEN',
    dispute_amount: { currency_code: 'EUR', value: '105.00' },
  });
  const list = '/v1/customer/disputes';
  const stub = await stubbed((path) => {
    if (path === TOKEN) return aToken;
    if (!path.startsWith(`${list}?`)) return { body: dispute(path.slice(list.length + 1)) };
    if (path.includes('next_page_token=Ag%3D%3D')) return { body: { items: [dispute('D2')] } };
    const href = `https://api-m.paypal.com${list}?page_size=50&next_page_token=Ag%3D%3D`;
    return { body: { items: [dispute('D1')], links: [{ href, rel: 'next', method: 'GET' }] } };
  });
  const found = await Array.fromAsync(paypalAt(stub).listDisputes(new Date('2026-05-01')));
  expect(found.map(({ ref }) => ref)).toEqual(['D1', 'D2']);
  expect(stub.countOf(`${list}?`)).toBe(2);
});

test('the client follows no redirect of PayPal, with our token or without', async () => {
  const elsewhere = await stubbed((path) => (path === TOKEN ? aToken : { body: order }));
  const leads = (path: string) => ({
    status: 302,
    headers: { location: `${elsewhere.origin}${path}` },
  });
  const token = await stubbed(leads);
  await expect(paypalAt(token).getStatus('ORDER')).rejects.toThrow(ProviderUnavailable);
  const call = await stubbed((path) => (path === TOKEN ? aToken : leads(path)));
  await expect(paypalAt(call).getStatus('ORDER')).rejects.toThrow(ProviderUnavailable);
  expect(call.countOf('/v2/checkout/orders')).toBe(1);
  expect(elsewhere.asked).toEqual([]);
});

test.each([TOKEN, '/v2/checkout/orders/ORDER'])(
  'an answer of %s that is larger than a mebibyte counts as no answer',
  async (large) => {
    let padding = '';
    const stub = await stubbed((path) => {
      const { body } = path === TOKEN ? aToken : { body: order };
      return { body: path === large ? { ...body, padding } : body };
    });
    padding = ' '.repeat(900 * 1024);
    expect(await paypalAt(stub).getStatus('ORDER')).toMatchObject({ state: 'open' });
    padding = ' '.repeat(1024 * 1024);
    await expect(paypalAt(stub).getStatus('ORDER')).rejects.toThrow(ProviderUnavailable);
  },
);

test('a dripping answer of PayPal times out like a missing one', async () => {
  const stub = await stubbed((path) => (path === TOKEN ? aToken : 'drip'));
  await expect(paypalAt(stub).getStatus('ORDER')).rejects.toThrow(ProviderUnavailable);
}, 10_000);
