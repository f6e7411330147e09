import { afterEach, describe, expect, test, vi } from 'vitest';
import { namesOn } from '#site/forms/fake-shelf.ts';
import { askForCapture } from './ask-for-capture.ts';
import { type FakeAnswer, fakeServer, fakeTools } from './fake-server.ts';

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

async function capture(answer: FakeAnswer, kept = fakeTools({ onThisDevice: registration })) {
  const requests = fakeServer({ '/capture/': answer });
  const view = await askForCapture(back, kept.tools);
  return { view, requests, ...kept };
}

describe('collecting a PayPal payment', () => {
  test.each([
    { success: true },
    { status: 'COMPLETED' },
    { status: 'COMPLETED', success: false },
    { paymentStatus: 'paid' },
    { status: 'success' },
    { status: 'PAYMENT_SUCCESSFUL' },
    { orderId: TOKEN },
    { orderId: TOKEN, status: 'PENDING' },
  ])('%j is a success, and what was entered is forgotten', async (answer) => {
    const { view, requests, onThisDevice } = await capture(answer);
    expect(view).toMatchObject({ state: 'paid', receipt: { paidBy: 'PayPal', reference: TOKEN } });
    expect(requests).toEqual([CAPTURE]);
    expect(namesOn(onThisDevice)).toEqual([]);
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
  ])('%j is a failure, and what was entered is kept', async (answer) => {
    const { view, onThisDevice } = await capture(answer);
    expect(view.state).toBe('failed');
    expect(namesOn(onThisDevice)).toEqual(['paypalRegistration']);
  });

  test('no answer at all ends in time, and what was entered is kept', async () => {
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
    expect(namesOn(onThisDevice)).toEqual(['paypalRegistration']);
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
  ])('%j is told as %j', async (answer, reason, advice) => {
    const { view, requests } = await capture(answer);
    expect(view).toMatchObject({
      failure: { message: `PayPal payment processing failed: ${reason}`, advice, reference: TOKEN },
    });
    expect(requests).toHaveLength(1);
  });

  test('stored discount data makes it a discount', async () => {
    const kept = fakeTools({ onThisDevice: registration, inThisTab: discount });
    const { view, requests, onThisDevice, inThisTab } = await capture({ success: true }, kept);
    expect(requests).toEqual([DISCOUNT_CAPTURE]);
    expect(view).toMatchObject({ receipt: { description: 'Agreed fee' } });
    expect([...namesOn(onThisDevice), ...namesOn(inThisTab)]).toEqual([]);
  });

  test('data of another payment stays', async () => {
    const other = { paypalDiscountRegistration: JSON.stringify({ orderId: 'OTHER' }) };
    const kept = fakeTools({
      onThisDevice: { paypalRegistration: '{"orderId":"OTHER"}' },
      inThisTab: other,
    });
    const { onThisDevice, inThisTab } = await capture({ success: true }, kept);
    expect([namesOn(onThisDevice), namesOn(inThisTab)]).toEqual([['paypalRegistration'], []]);
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
  ])('discount %j with %j kept: %s', async (isDiscount, kept, message) => {
    const requests = fakeServer({});
    const view = await askForCapture({ ...back, isDiscount }, fakeTools(kept).tools);
    expect(view).toMatchObject({ failure: { message, advice: 'dataLost' } });
    expect(requests).toEqual([]);
  });

  test('the reference of the server goes before its order id', async () => {
    const { view } = await capture({ success: true, reference: 'PS26-7K3M', orderId: 'X' });
    expect(view).toMatchObject({ receipt: { reference: 'PS26-7K3M', description: 'Student' } });
  });

  test('after success, loading the page again shows the same and asks nobody', async () => {
    const { view, tools, requests } = await capture({ success: true });
    if (view.state !== 'paid') throw new Error('not paid');
    tools.storage.keepResult({ state: 'paid', id: TOKEN, receipt: view.receipt });
    expect(await askForCapture(back, tools)).toMatchObject(view);
    expect(await askForCapture({ ...back, token: 'OTHER' }, tools)).toMatchObject({
      state: 'failed',
    });
    expect(requests).toHaveLength(1);
  });
});
