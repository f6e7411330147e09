import { MINUTE } from '#contract/time-spans.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendStripeWebhook } from '#tests/support/stripe-webhook.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { capturePayment } from './capture-payment.ts';
import type { PaymentContext } from './payment-context.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { type PaymentProvider, type ProviderName, ProviderUnavailable } from './provider.ts';
import { reconcile } from './reconcile.ts';
import { listRefunds } from './refunds.ts';
import { RefundImpossible, requestRefund, sendRefunds } from './send-refunds.ts';
import { retryWebhookEvents } from './webhooks.ts';

const DAY = 24 * 60 * MINUTE;

/** The questions that went to providers with keys of other accounts. */
let asked: string[];
const server = await startTestSite();
beforeEach(() => {
  asked = [];
  server.control.webhooks('off');
});
afterEach(() => server.control.webhooks('on'));

/** A provider with keys of another account: it does not know our payments. */
function elsewhere(provider: PaymentProvider): PaymentProvider {
  const answer = async (call: string): Promise<never> => {
    asked.push(call);
    throw new ProviderUnavailable('this provider must not be asked');
  };
  return {
    ...provider,
    account: 'acct_other',
    close: () => answer('close'),
    getStatus: () => answer('getStatus'),
    capture: () => answer('capture'),
    refund: () => answer('refund'),
    listRefunds: () => answer('listRefunds'),
    async *list() {},
  };
}

/** Runs with the keys of other accounts, as after a deliberate change of the keys. */
async function withOtherKeys<T>(work: () => Promise<T>): Promise<T> {
  const providers = server.context.providers as Map<ProviderName, PaymentProvider>;
  const own = (['stripe', 'paypal'] as const).map((name) => server.providerNamed(name));
  for (const provider of own) providers.set(provider.name, elsewhere(provider));
  try {
    return await work();
  } finally {
    for (const provider of own) providers.set(provider.name, provider);
  }
}

/** The same database in another mode, such as that of real money. */
const inOtherMode = (): PaymentContext => ({ ...server.context, mode: 'live' });

function round(context = server.context) {
  const everything = { dueBy: new Date('9999-01-01'), isThorough: true };
  return pollOpenPayments(context, (_, error) => unexpected(error), everything);
}

async function paidByCard() {
  const checkout = await server.paidCheckout();
  return checkout;
}

test('a payment carries its mode and the account of its provider', async () => {
  const { orderId } = await server.openedPaypal();
  expect((await server.recordsOf(orderId)).payment).toMatchObject({
    mode: 'sandbox',
    account: 'client',
  });
});

test('the server neither asks about a PayPal payment of another account nor ends it, and a process with its keys captures it', async () => {
  const { orderId } = await server.leftPaypal();
  await withOtherKeys(async () => {
    await round();
    const status = await server.get(`/api/payment/status/${orderId}`);
    expect(status).toMatchObject({ status: 200, json: { paymentStatus: 'pending' } });
    const capture = await server.post(`/api/payment/paypal/capture/${orderId}`);
    expect(capture).toMatchObject({ status: 200, json: { success: false, status: 'PENDING' } });
    expect(capture.text).toContain('do not pay again');
    expect(capture.text).not.toContain('Nothing was charged');
    expect((await server.post(`/api/payment/update?sessionId=${orderId}`)).status).toBe(409);
    expect((await reconcile(server.context, new Date(0))).differences).toEqual([]);
  });
  expect(asked).toEqual([]);
  expect((await server.recordsOf(orderId)).payment).toMatchObject({ state: 'OPEN', checks: 0 });
  await server.post(`/api/payment/paypal/capture/${orderId}`);
  expect((await server.recordsOf(orderId)).order.state).toBe('CONFIRMED');
});

test('the server does not ask about a payment of another mode', async () => {
  const { orderId } = await server.leftPaypal();
  await round(inOtherMode());
  expect(await capturePayment(inOtherMode(), orderId)).toMatchObject({ status: 'PENDING' });
  expect((await server.recordsOf(orderId)).payment).toMatchObject({ state: 'OPEN', checks: 0 });
});

test('a payer with an open checkout of another account gets a second checkout only when nobody can pay the first', async () => {
  const { path, body, sessionId } = await server.openedCheckout();
  await withOtherKeys(async () => {
    const again = await server.post(path, body);
    expect(again).toMatchObject({ status: 409 });
    expect(again.text).toContain('being processed');
    server.clock.advance(61 * MINUTE);
    expect((await server.post(path, body)).status).toBe(200);
  });
  expect(asked).toEqual([]);
  expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
});

test('the server does not refund money of another account, and a refund waits for a process with its keys', async () => {
  const { sessionId } = await paidByCard();
  const { payment } = await server.recordsOf(sessionId);
  const refund = await requestRefund(server.context, payment.id, undefined, 'organiser');
  const stateOf = async () =>
    (await listRefunds(server.db)).find(({ id }) => id === refund.id)?.state;
  await withOtherKeys(async () => {
    await sendRefunds(server.context, unexpected);
    await expect(requestRefund(server.context, payment.id, undefined, 'organiser')).rejects.toThrow(
      RefundImpossible,
    );
  });
  expect(asked).toEqual([]);
  expect(await stateOf()).toBe('REQUESTED');
  await sendRefunds(server.context, unexpected);
  expect(await stateOf()).toBe('SENT');
});

test('a webhook about a payment of another account waits for a process with its keys', async () => {
  const { sessionId } = await server.leftCheckout();
  const event = { id: `evt_${sessionId}`, object: { id: sessionId } };
  await withOtherKeys(async () => {
    expect((await sendStripeWebhook(server, event)).status).toBe(200);
    server.clock.advance(2 * MINUTE);
    await retryWebhookEvents(server.context, unexpected);
  });
  expect(asked).toEqual([]);
  expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
  await retryWebhookEvents(server.context, unexpected);
  expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
});

test('payments of another account do not delay our payments', async () => {
  await server.openedCheckout();
  const { context } = server;
  const others = new Map([...context.providers].map(([name, each]) => [name, elsewhere(each)]));
  server.clock.advance(3 * MINUTE);
  await pollOpenPayments({ ...context, providers: others }, unexpected);
  const { sessionId, url } = await server.openedCheckout();
  await server.db
    .updateTable('payments')
    .set({ account: 'acct_gone' })
    .where('provider_ref', '!=', sessionId)
    .execute();
  await server.payAt(url);
  server.clock.advance(3 * MINUTE);
  await pollOpenPayments(context, unexpected);
  expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
});

test('two weeks after a payment of another account lapsed nobody waits for it, and its state stays', async () => {
  const { sessionId } = await server.openedCheckout();
  const nextCheck = async () =>
    (
      await server.db
        .selectFrom('payments')
        .select('next_check_at')
        .where('provider_ref', '=', sessionId)
        .executeTakeFirstOrThrow()
    ).next_check_at;
  await withOtherKeys(async () => {
    server.clock.advance(14 * DAY);
    await round();
    expect(await nextCheck()).not.toBeNull();
    server.clock.advance(DAY);
    await round();
    expect(await nextCheck()).toBeNull();
  });
  expect((await server.recordsOf(sessionId)).payment.state).toBe('OPEN');
});
