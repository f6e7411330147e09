import { HOUR } from '#contract/time-spans.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { type PaymentProvider, ProviderUnavailable } from './provider.ts';
import { listRefunds } from './refunds.ts';
import { requestRefund, sendRefunds, takeRefundBack } from './send-refunds.ts';

const server = await startTestSite();
beforeAll(async () => {
  // The server learns of a refund from its own questions, not from a webhook.
  server.control.webhooks('off');
});

async function paid() {
  const checkout = await server.paidCheckout();
  return checkout;
}

async function refundOf(ref: string) {
  const { payment } = await server.recordsOf(ref);
  return (await listRefunds(server.db)).find(({ paymentId }) => paymentId === payment.id);
}

async function paidByPaypal() {
  const { orderId } = await server.paidPaypal();
  await server.control.settled();
  return orderId;
}

/** Requests a refund of 50.00 whose answers are lost. */
async function partWithoutAnswer(ref: string) {
  const { payment } = await server.recordsOf(ref);
  const { provider } = payment;
  if (provider !== 'stripe' && provider !== 'paypal') throw new Error('no provider to interrupt');
  await requestRefund(server.context, payment.id, asCents(5000), 'organiser');
  server.control.failNext('reset-after', 2, { provider, purpose: 'refund' });
  server.control.failNext('reset-before', 2, { provider, purpose: 'look' });
  await sendRefunds(server.context, unexpected);
  server.control.clearFaults();
  expect(await refundOf(ref)).toMatchObject({ state: 'ASKED' });
}

const waitFor = (ms: number) => server.clock.advance(ms);

describe.each([
  // Each outage is longer than the provider remembers a key.
  ['PayPal', 7 * HOUR, paidByPaypal],
  ['Stripe', 30 * HOUR, async () => (await paid()).sessionId],
] as const)('a partial refund by %s whose answer was lost', (_, outageMs, pay) => {
  test('is sent once, even if the provider has forgotten the key', async () => {
    const ref = await pay();
    await partWithoutAnswer(ref);
    waitFor(outageMs);
    await sendRefunds(server.context, unexpected);
    const { payment, charges, order } = await server.recordsOf(ref);
    expect(charges).toMatchObject([{ refunded: 5000 }]);
    expect(payment).toMatchObject({ state: 'PART_REFUNDED', refundedCents: 5000 });
    expect(await refundOf(ref)).toMatchObject({ state: 'SENT', ref: expect.any(String) });
    const notes = (await server.documentsOf(order.id)).filter(({ kind }) => kind === 'credit-note');
    expect(notes).toHaveLength(1);
  });

  test('cannot be cancelled, since the provider has sent it', async () => {
    const ref = await pay();
    await partWithoutAnswer(ref);
    const refund = await refundOf(ref);
    if (!refund) throw new Error('no refund');
    expect(await takeRefundBack(server.context, refund)).toBe('SENT');
    expect((await server.recordsOf(ref)).payment).toMatchObject({ refundedCents: 5000 });
  });

  test('is requested again if the provider never got the request', async () => {
    const ref = await pay();
    const { payment } = await server.recordsOf(ref);
    const { provider } = payment;
    if (provider !== 'stripe' && provider !== 'paypal') throw new Error('no provider to interrupt');
    await requestRefund(server.context, payment.id, asCents(5000), 'organiser');
    server.control.failNext('reset-before', 2, { provider, purpose: 'refund' });
    await sendRefunds(server.context, unexpected);
    server.control.clearFaults();
    expect(await refundOf(ref)).toMatchObject({ state: 'ASKED' });
    waitFor(outageMs);
    await sendRefunds(server.context, unexpected);
    expect((await server.recordsOf(ref)).charges).toMatchObject([{ refunded: 5000 }]);
  });
});

test('a refund that was cancelled is never sent, and its amount can be requested again', async () => {
  const { sessionId } = await paid();
  const { payment } = await server.recordsOf(sessionId);
  const refund = await requestRefund(server.context, payment.id, undefined, 'organiser');
  expect(await takeRefundBack(server.context, refund)).toBe('CANCELLED');
  await sendRefunds(server.context, unexpected);
  expect((await server.recordsOf(sessionId)).charges).toMatchObject([{ refunded: 0 }]);
  const again = await requestRefund(server.context, payment.id, undefined, 'organiser');
  expect(again.amountCents).toBe(payment.amountCents);
  expect(await takeRefundBack(server.context, again)).toBe('CANCELLED');
});

test('a key that may not refund asks for one review, and the refund is sent once the key may refund', async () => {
  const { sessionId } = await paid();
  const { payment, order } = await server.recordsOf(sessionId);
  await requestRefund(server.context, payment.id, undefined, 'organiser');
  const forbidden: PaymentProvider = {
    ...server.providerNamed('stripe'),
    refund: async () => {
      throw new ProviderUnavailable('Stripe gave no clear answer: 403', 403);
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, forbidden]]) };
  const before = server.log.length;
  for (let round = 0; round < 3; round++) await sendRefunds(context, unexpected);
  const alarms = server.log.slice(before).filter((line) => line['alarm'] === true);
  expect(alarms).toMatchObject([{ msg: 'a refund was refused', code: 'HTTP_403' }]);
  expect(await refundOf(sessionId)).toMatchObject({
    state: 'ASKED',
    trouble: expect.stringContaining('its key may not send refunds'),
  });
  expect(await server.reviewRequestsOf(order)).toHaveLength(1);
  await sendRefunds(server.context, unexpected);
  expect(await refundOf(sessionId)).toMatchObject({ state: 'SENT', trouble: undefined });
});

test('PayPal accepts a refund once, even with another key, and its list names the refund', async () => {
  const ref = await paidByPaypal();
  const { payment } = await server.recordsOf(ref);
  const paypal = server.providerNamed('paypal');
  const paymentRef = payment.paymentRef ?? '';
  const { currency } = payment;
  const refund = {
    id: 'one-refund',
    amountCents: asCents(1000),
    currency,
    idempotencyKey: 'first',
  };
  const { ref: sent } = await paypal.refund(paymentRef, refund);
  const again = paypal.refund(paymentRef, { ...refund, idempotencyKey: 'second' });
  await expect(again).rejects.toThrow(ProviderUnavailable);
  expect(await paypal.listRefunds(ref, paymentRef)).toEqual([
    { ref: sent, refundId: 'one-refund', amountCents: 1000, hasFailed: false },
  ]);
});

test.each([
  ['PayPal', paidByPaypal],
  ['Stripe', async () => (await paid()).sessionId],
] as const)(
  'a refund that %s answered with a remembered failure is sent with another key',
  async (_, pay) => {
    const ref = await pay();
    const { payment } = await server.recordsOf(ref);
    const { provider } = payment;
    if (provider !== 'stripe' && provider !== 'paypal') throw new Error('no provider to interrupt');
    await requestRefund(server.context, payment.id, asCents(5000), 'organiser');
    server.control.failNext({ status: 500, remembered: true }, 1, { provider, purpose: 'refund' });
    await sendRefunds(server.context, unexpected);
    server.control.clearFaults();
    expect(await refundOf(ref)).toMatchObject({ state: 'ASKED' });
    waitFor(60_000);
    await sendRefunds(server.context, unexpected);
    expect(await refundOf(ref)).toMatchObject({ state: 'SENT' });
    expect((await server.recordsOf(ref)).charges).toMatchObject([{ refunded: 5000 }]);
  },
);
