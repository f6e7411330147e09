import { afterEach, describe, expect, test, vi } from 'vitest';
import { namesIn } from '#site/forms/fake-storage.ts';
import { type FakeAnswer, fakeCheck, fakeServer } from '#tests/support/fake-result-server.ts';
import { capturePaypal } from './paypal-capture.ts';

const TOKEN = '5O190127TN364715T';
const CAPTURE = `POST /api/payment/paypal/capture/${TOKEN}`;
const DISCOUNT_CAPTURE = `POST /api/discounts/paypal/capture/${TOKEN}`;
const registration = {
  paypalRegistration: JSON.stringify({ orderId: TOKEN, presentationType: 'STUDENT' }),
};
const discount = {
  paypalDiscountRegistration: JSON.stringify({ orderId: TOKEN, description: 'Agreed fee' }),
};
const back = { by: 'PayPal', token: TOKEN, payerId: 'P', isDiscount: false } as const;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function capture(answer: FakeAnswer, kept = fakeCheck({ onThisDevice: registration })) {
  const requests = fakeServer({ '/capture/': answer });
  const view = await capturePaypal(back, kept.deps);
  return { view, requests, ...kept };
}

describe('the capture of a PayPal payment', () => {
  test.each([
    { success: true },
    { status: 'COMPLETED' },
    { status: 'COMPLETED', success: false },
    { paymentStatus: 'paid' },
    { status: 'success' },
    { status: 'PAYMENT_SUCCESSFUL' },
    { orderId: TOKEN },
    { orderId: TOKEN, status: 'PENDING' },
  ])('%j is a success, and the entries are removed', async (answer) => {
    const { view, requests, onThisDevice } = await capture(answer);
    expect(view).toMatchObject({ state: 'paid', receipt: { paidBy: 'PayPal', reference: TOKEN } });
    expect(requests).toEqual([CAPTURE]);
    expect(namesIn(onThisDevice)).toEqual([]);
  });

  test.each<FakeAnswer>([
    {},
    { success: false },
    { success: false, orderId: TOKEN },
    { orderId: '' },
    { status: 'completed' },
    { status: 'PENDING' },
    { paymentStatus: 'unpaid' },
    { success: 'true' },
    Response.json({ success: true }, { status: 500 }),
  ])('%j is a failure, and the entries stay stored', async (answer) => {
    const { view, onThisDevice } = await capture(answer);
    expect(view.state).toBe('failed');
    expect(namesIn(onThisDevice)).toEqual(['paypalRegistration']);
  });

  test('a request without an answer times out, and the entries stay stored', async () => {
    vi.useFakeTimers();
    const end = capture('silent');
    await vi.advanceTimersByTimeAsync(20_000);
    const { view, onThisDevice } = await end;
    expect(view).toMatchObject({
      state: 'failed',
      failure: {
        message: expect.stringContaining('no answer after 20 seconds'),
        advice: 'unclear',
      },
    });
    expect(namesIn(onThisDevice)).toEqual(['paypalRegistration']);
  });

  const json = (status: number, body: unknown) => Response.json(body, { status });
  test.each<[FakeAnswer, reason: string, advice: string]>([
    [{ success: false, message: 'A', errorMessage: 'B' }, 'A', 'unclear'],
    [{ success: false, errorMessage: 'B' }, 'B', 'unclear'],
    [{ success: false, status: 'PENDING', message: 'Waiting' }, 'Waiting', 'unclear'],
    [{ success: false, status: 'FAILED', message: 'Declined' }, 'Declined', 'notCharged'],
    [{}, 'PayPal did not confirm the payment.', 'unclear'],
    [json(422, { success: false, message: 'Declined' }), 'Declined', 'notCharged'],
    [json(404, { success: false, message: 'Unknown' }), 'Unknown', 'notCharged'],
    [json(404, { message: 'No such page' }), 'No such page', 'unclear'],
    [json(409, { success: false, message: 'Busy' }), 'Busy', 'unclear'],
    [json(503, { success: false, errorMessage: 'B', error: 'C' }), 'B', 'unclear'],
    [json(500, { error: 'C' }), 'C', 'unclear'],
    [
      new Response('', { status: 502, statusText: 'Bad Gateway' }),
      'The server answered 502 Bad Gateway',
      'unclear',
    ],
    [new Response('<p>'), 'The answer of the server could not be read.', 'unclear'],
    ['offline', 'Failed to fetch', 'unclear'],
  ])('the page reports %j as %j', async (answer, reason, advice) => {
    const { view, requests } = await capture(answer);
    expect(view).toMatchObject({
      failure: { message: `PayPal payment processing failed: ${reason}`, advice, reference: TOKEN },
    });
    expect(requests).toHaveLength(1);
  });

  test('stored discount data makes the payment a discount', async () => {
    const kept = fakeCheck({ onThisDevice: registration, inThisTab: discount });
    const { view, requests, onThisDevice, inThisTab } = await capture({ success: true }, kept);
    expect(requests).toEqual([DISCOUNT_CAPTURE]);
    expect(view).toMatchObject({ receipt: { description: 'Agreed fee' } });
    expect([...namesIn(onThisDevice), ...namesIn(inThisTab)]).toEqual([]);
  });

  test('the entries of another payment stay', async () => {
    const other = { paypalDiscountRegistration: JSON.stringify({ orderId: 'OTHER' }) };
    const kept = fakeCheck({
      onThisDevice: { paypalRegistration: '{"orderId":"OTHER"}' },
      inThisTab: other,
    });
    const { onThisDevice, inThisTab } = await capture({ success: true }, kept);
    expect([namesIn(onThisDevice), namesIn(inThisTab)]).toEqual([['paypalRegistration'], []]);
  });

  const missing = 'PayPal registration data not found. Please try registering again.';
  const missingDiscount =
    'PayPal discount registration data not found. Please try registering again.';
  test.each([
    [false, {}, missing],
    [false, { onThisDevice: { paypalRegistration: 'not JSON' } }, missing],
    [false, { onThisDevice: { paypalRegistration: 'null' } }, missing],
    [true, {}, missingDiscount],
    [true, { onThisDevice: registration }, missingDiscount],
  ])(
    'with discount %j and %j in the storage the message is: %s',
    async (isDiscount, kept, message) => {
      const requests = fakeServer({});
      const view = await capturePaypal({ ...back, isDiscount }, fakeCheck(kept).deps);
      expect(view).toMatchObject({ failure: { message, advice: 'dataLost' } });
      expect(requests).toEqual([]);
    },
  );

  test('the page prefers the reference of the server to its order id', async () => {
    const { view } = await capture({ success: true, reference: 'PS26-7K3M', orderId: 'X' });
    expect(view).toMatchObject({ receipt: { reference: 'PS26-7K3M', description: 'Student' } });
  });

  test('after a refusal the page shows our reference, or PayPal’s id if the server names no reference', async () => {
    const refused = (body: object) => Response.json({ success: false, ...body }, { status: 422 });
    const named = await capture(refused({ reference: 'PS26-7K3M' }));
    expect(named.view).toMatchObject({ failure: { reference: 'PS26-7K3M' } });
    const unnamed = await capture(refused({}));
    expect(unnamed.view).toMatchObject({ failure: { reference: TOKEN } });
  });

  test('after a success, a reload shows the same result without a request', async () => {
    const { view, deps, requests } = await capture({ success: true });
    if (view.state !== 'paid') throw new Error('not paid');
    deps.storage.saveResult({
      state: 'paid',
      id: TOKEN,
      address: `/payment-success?token=${TOKEN}&PayerID=P`,
      receipt: view.receipt,
    });
    expect(await capturePaypal(back, deps)).toMatchObject(view);
    expect(await capturePaypal({ ...back, token: 'OTHER' }, deps)).toMatchObject({
      state: 'failed',
    });
    expect(requests).toHaveLength(1);
  });
});
