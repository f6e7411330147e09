import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeCheck, fakeServer } from '#tests/support/fake-result-server.ts';
import { checkPayment, traceOf } from './payment-check.ts';
import { readReturn } from './payment-return.ts';
import { isOpen, type PaymentView } from './payment-view.ts';

const SESSION = 'cs_test_a1b2c3d4e5f6g7h8i9j0';
const STATUS = `GET /api/payment/status/${SESSION}`;
const UPDATE = `POST /api/payment/update?sessionId=${SESSION} as a form`;
const unpaid = { paymentStatus: 'unpaid', status: 'OPEN' };
const paid = {
  paymentStatus: 'paid',
  status: 'COMPLETED',
  productName: 'Speaker',
  reference: 'R-1',
};
const html = (status: number) => new Response('<h1>no</h1>', { status });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function arrive(search: string, { deps } = fakeCheck({})) {
  const views: PaymentView[] = [];
  const payment = readReturn(search);
  if (payment.by === undefined) throw new Error(`${search} names no payment`);
  for await (const view of checkPayment(payment, deps)) views.push(view);
  return views;
}

async function resultOf(search: string, check = fakeCheck({})) {
  const view = (await arrive(search, check)).at(-1);
  if (view?.state === 'failed') return { ...view.failure, isOpen: isOpen(view.failure) };
  return view;
}

describe('a return from the card provider', () => {
  test.each([
    { paymentStatus: 'paid' },
    { paymentStatus: 'no_payment_required' },
    { status: 'COMPLETED' },
  ])('%j is paid after one status request and one update', async (status) => {
    const requests = fakeServer({ '/status/': status, '/update': { success: true } });
    expect(await resultOf(`?session_id=${SESSION}`)).toMatchObject({ state: 'paid' });
    expect(requests).toEqual([STATUS, UPDATE]);
  });

  test.each([
    [{ productName: 'A', metadata: { productName: 'B' }, name: 'C' }, 'A'],
    [{ metadata: { productName: 'B' }, name: 'C' }, 'B'],
    [{ name: 'C' }, 'C'],
    [{}, undefined],
  ])('the product of %j is %j', async (names, product) => {
    fakeServer({ '/status/': { paymentStatus: 'paid', ...names }, '/update': {} });
    expect(await resultOf(`?session_id=${SESSION}`)).toMatchObject({ receipt: { product } });
  });

  test('a discount uses the endpoints of discounts', async () => {
    const requests = fakeServer({ '/status/': paid, '/update': {} });
    await arrive(`?session_id=${SESSION}&type=discount`);
    expect(requests).toEqual([
      `GET /api/discounts/status/${SESSION}`,
      `POST /api/discounts/update?sessionId=${SESSION} as a form`,
    ]);
  });

  test('the page counts the steps and waits three seconds between two requests', async () => {
    fakeServer({ '/status/': (nth) => (nth < 4 ? unpaid : paid), '/update': {} });
    const check = fakeCheck({ inThisTab: { stripeRedirect: 'true' } });
    const views = await arrive(`?session_id=${SESSION}`, check);
    expect(views.map((view) => view.state === 'pending' && view.step)).toEqual([
      undefined,
      1,
      2,
      3,
      4,
      false,
    ]);
    expect(check.pauses).toEqual([3000, 3000, 3000]);
    expect([...check.inThisTab.keys()]).not.toContain('stripeRedirect');
  });

  test('the status is requested again after a lost connection or an error', async () => {
    const answers = ['offline', html(500), html(200), paid] as const;
    const requests = fakeServer({ '/status/': (nth) => answers[nth - 1] ?? paid, '/update': {} });
    expect(await resultOf(`?session_id=${SESSION}`)).toMatchObject({ state: 'paid' });
    expect(requests).toHaveLength(5);
  });

  test('requests without an answer time out one after the other, and the payment is reported as unclear', async () => {
    vi.useFakeTimers();
    const requests = fakeServer({ '/status/': 'silent' });
    const result = resultOf(`?session_id=${SESSION}`);
    await vi.advanceTimersByTimeAsync(10 * 20_000);
    expect(await result).toMatchObject({
      message: expect.stringContaining('Payment verification timed out'),
      advice: 'unclear',
    });
    expect(requests).toHaveLength(10);
  });

  test.each([
    ['offline' as const],
    [html(500)],
    [Response.json({ message: 'no' }, { status: 409 })],
    [{ success: false }],
  ])('after an update that fails (%j) the page offers to check again', async (update) => {
    const requests = fakeServer({ '/status/': paid, '/update': update });
    expect(await resultOf(`?session_id=${SESSION}`)).toMatchObject({
      message: 'Payment verified but failed to update database. Please contact support.',
      advice: 'paid',
      isOpen: true,
      reference: 'R-1',
    });
    expect(requests).toEqual([STATUS, UPDATE]);
  });

  const unverified =
    'Could not verify payment status after 10 attempts. Please contact support if payment was deducted.';
  const timedOut = `Payment verification timed out. ${unverified}`;
  const unreadable =
    'Error processing payment status. Please contact support if payment was deducted.';

  // The last of the ten answers decides.
  test.each([
    ['the payment is not paid yet', { paymentStatus: 'unpaid' }, unverified, 'unclear'],
    ['the payment is pending', { paymentStatus: 'pending' }, unverified, 'unclear'],
    ['the answer says nothing', {}, unverified, 'unclear'],
    ['the payment failed', { paymentStatus: 'failed' }, unverified, 'notCharged'],
    ['the checkout expired', { paymentStatus: 'expired' }, unverified, 'notCharged'],
    ['the connection is lost', 'offline' as const, timedOut, 'unclear'],
    ['the server has an error', html(500), timedOut, 'unclear'],
    [
      'the payment is unknown',
      Response.json({ message: 'no' }, { status: 404 }),
      timedOut,
      'unclear',
    ],
    ['the answer is not JSON', html(200), unreadable, 'unclear'],
    ['the answer is a list', Response.json([]), unreadable, 'unclear'],
  ])('after ten requests: %s', async (_, last, message, advice) => {
    const requests = fakeServer({ '/status/': (nth) => (nth < 10 ? unpaid : last) });
    const check = fakeCheck({});
    expect(await resultOf(`?session_id=${SESSION}`, check)).toMatchObject({
      message,
      advice,
      attempts: 10,
    });
    expect(requests).toEqual(Array.from({ length: 10 }, () => STATUS));
    expect(check.pauses).toEqual(Array.from({ length: 9 }, () => 3000));
  });

  const order = {
    id: SESSION,
    kind: 'registration',
    url: 'https://checkout.stripe.com/c/1',
    receipt: '/receipt/abc123',
    name: 'Ada Kowalska',
    email: 'ada@lab.example',
    bought: 'Speaker registration',
    requests: [],
    total: '€419.99',
  };
  const opened = (some: object) => ({
    onThisDevice: { openedCheckout: JSON.stringify({ ...order, ...some }) },
  });

  test('only the browser that opened the checkout shows the person and the receipt', async () => {
    fakeServer({ '/status/': paid, '/update': {} });
    const own = await resultOf(`?session_id=${SESSION}`, fakeCheck(opened({})));
    expect(own).toMatchObject({ receipt: { order } });
    for (const kept of [{}, opened({ id: 'cs_test_other' }), opened({ receipt: '//evil' })]) {
      const result = await resultOf(`?session_id=${SESSION}`, fakeCheck(kept));
      expect(result).not.toHaveProperty('receipt.order');
    }
  });

  test('a payer who opens a paid checkout again reads that it was paid before', async () => {
    fakeServer({ '/status/': paid, '/update': {} });
    const again = await resultOf(`?session_id=${SESSION}&paid=before`);
    expect(again).toMatchObject({ state: 'paid', wasPaidBefore: true });
    expect(await resultOf(`?session_id=${SESSION}`)).not.toHaveProperty('wasPaidBefore');
  });

  test('a checkout that stays unpaid is unfinished, and only the browser that opened it has its address', async () => {
    fakeServer({ '/status/': unpaid });
    const own = await resultOf(`?session_id=${SESSION}`, fakeCheck(opened({})));
    expect(own).toMatchObject({ advice: 'unfinished', checkoutUrl: order.url, isOpen: true });
    const other = await resultOf(`?session_id=${SESSION}`);
    expect(other).toMatchObject({ advice: 'unfinished', checkoutUrl: undefined });
  });

  test('a new tab finds the result of the tab that paid', async () => {
    fakeServer({ '/status/': paid, '/update': {} });
    const check = fakeCheck({});
    await arrive(`?session_id=${SESSION}`, check);
    check.inThisTab.clear();
    expect(check.deps.storage.lastResult()).toMatchObject({
      state: 'paid',
      address: `/payment-success?session_id=${SESSION}`,
      receipt: { reference: 'R-1' },
    });
    expect(JSON.stringify([...check.onThisDevice])).not.toContain('Ada');
  });

  test('the time of the payment comes from the server, also if the clock of the browser is wrong', async () => {
    const paidAt = '2026-05-01T08:00:00.000Z';
    fakeServer({ '/status/': { ...paid, paidAt }, '/update': {} });
    const check = fakeCheck({});
    check.deps.now = () => new Date('2031-01-01T00:00:00.000Z');
    const result = await resultOf(`?session_id=${SESSION}`, check);
    expect(result).toMatchObject({ receipt: { paidAt } });
    expect(JSON.stringify(result)).not.toContain('2031');
    expect(check.deps.storage.lastResult()).toMatchObject({ receipt: { paidAt } });
  });

  test('an open result is stored until the payment is known to be paid', async () => {
    fakeServer({ '/status/': (nth) => (nth <= 10 ? unpaid : paid), '/update': {} });
    const check = fakeCheck({});
    await arrive(`?session_id=${SESSION}&type=discount`, check);
    expect(check.deps.storage.lastResult()).toEqual({
      state: 'open',
      address: `/payment-success?session_id=${SESSION}&type=discount`,
    });
    await arrive(`?session_id=${SESSION}&type=discount`, check);
    expect(check.deps.storage.lastResult()).toMatchObject({ state: 'paid', id: SESSION });
  });
});

const address = `/payment-success?session_id=${SESSION}`;
const open = { paymentResult: JSON.stringify({ state: 'open', address }) };

test.each([
  [{}, { state: 'none' }],
  [{ onThisDevice: { openedCheckout: '{"kind":"discount"}' } }, { state: 'none' }],
  [{ inThisTab: { stripeRedirect: 'true' } }, { state: 'begun' }],
  [{ onThisDevice: { paypalRegistration: '{}' } }, { state: 'begun' }],
  [{ inThisTab: { paypalDiscountRegistration: '{}' } }, { state: 'begun' }],
  [{ inThisTab: { ...open, stripeRedirect: 'true' } }, { state: 'open', address }],
  [
    { inThisTab: { paymentResult: '{"state":"open","address":"https://elsewhere"}' } },
    { state: 'none' },
  ],
])('with %j in the storage the trace is %j, without a request', async (kept, trace) => {
  const requests = fakeServer({});
  expect(await traceOf(readReturn(''), fakeCheck(kept).deps.storage)).toEqual(trace);
  expect(requests).toEqual([]);
});

test.each([
  [{ paymentStatus: 'paid' }, { state: 'paid', address }],
  [{ paymentStatus: 'unpaid' }, { state: 'none' }],
  ['offline' as const, { state: 'none' }],
])(
  'for a payment in the address, the page asks the server, which answers %j',
  async (answer, trace) => {
    const requests = fakeServer({ '/status/': answer });
    const { storage } = fakeCheck({}).deps;
    expect(await traceOf(readReturn(`?session_id=${SESSION}`), storage)).toEqual(trace);
    expect(requests).toEqual([`GET /api/payment/status/${SESSION}`]);
  },
);

describe('a return from PayPal to a browser that stores nothing', () => {
  const token = '5O190127TN364715T';
  const back = `?token=${token}&PayerID=P`;
  const message = 'PayPal registration data not found. Please try registering again.';
  const pending = { paymentStatus: 'pending', status: 'PENDING' };

  test('shows the message, and the paid view as soon as the payment has arrived', async () => {
    const requests = fakeServer({ '/status/': (nth) => (nth < 3 ? pending : paid) });
    const check = fakeCheck({});
    const views = await arrive(back, check);
    expect(views).toMatchObject([
      { state: 'pending' },
      { state: 'failed', failure: { message, advice: 'dataLost' } },
      {
        state: 'paid',
        saidFirst: message,
        receipt: { reference: 'R-1', product: 'Speaker', paidBy: 'PayPal' },
      },
    ]);
    expect(requests).toEqual(Array(3).fill(`GET /api/payment/status/${token}`));
    expect(check.pauses).toEqual([3000, 3000]);
  });

  test.each([
    ['that does not know the payment', Response.json({ message: 'no' }, { status: 404 }), 1],
    ['that is waiting for the payment', pending, 10],
    ['that cannot be reached', 'offline' as const, 10],
  ])('keeps the message for a server %s', async (_, answer, count) => {
    const requests = fakeServer({ '/status/': answer });
    const result = await resultOf(back);
    expect(result).toMatchObject({ message, advice: 'dataLost' });
    expect(requests).toHaveLength(count);
  });
});
