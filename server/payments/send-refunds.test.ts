import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import type { PaymentProvider } from './provider.ts';
import { getPayment } from './payments.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { finishRefund, listRefunds } from './refunds.ts';
import { requestRefund, sendRefunds } from './send-refunds.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

const DISPUTED = '4000000000000259';
const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);

async function paid(card?: string) {
  const checkout = await server.openedCheckout();
  await server.payAt(checkout.url, card);
  await update(checkout.sessionId);
  return checkout;
}

async function refundOf(ref: string) {
  const { payment } = await server.recordsOf(ref);
  return (await listRefunds(server.db)).find(({ paymentId }) => paymentId === payment.id);
}

test('two partial refunds in the dashboard are recorded as two, and a refund of the rest completes them', async () => {
  const { sessionId } = await paid();
  for (const [part, total] of [
    [1000, 1000],
    [2550, 3550],
  ] as const) {
    server.control.refund(sessionId, part);
    await server.control.settled();
    expect(await server.recordsOf(sessionId)).toMatchObject({
      payment: { state: 'PART_REFUNDED', refundedCents: total },
      order: { state: 'CONFIRMED' },
    });
  }
  server.control.refund(sessionId);
  await server.control.settled();
  const { payment, order, moves } = await server.recordsOf(sessionId);
  expect(payment).toMatchObject({ state: 'REFUNDED', refundedCents: payment.amountCents });
  expect(order.state).toBe('REFUNDED');
  expect(moves.filter(({ to }) => to === 'REFUNDED')).toHaveLength(1);
});

test('if two requests send one refund at once, the refund keeps the id that one of them knows', async () => {
  const { sessionId } = await paid();
  const { payment } = await server.recordsOf(sessionId);
  await requestRefund(server.context, payment.id, asCents(500), 'organiser', false);
  const refund = await refundOf(sessionId);
  if (!refund) throw new Error('there is no refund');
  for (const ref of [undefined, 're_known', undefined]) {
    await finishRefund(server.db, refund.id, ref);
  }
  expect(await refundOf(sessionId)).toMatchObject({ state: 'SENT', ref: 're_known' });
});

test('a refund that is refused is recorded and reported, and can be requested again', async () => {
  const { sessionId } = await paid(DISPUTED);
  const { payment } = await server.recordsOf(sessionId);
  await requestRefund(server.context, payment.id, asCents(500), 'organiser', true);
  await sendRefunds(server.context, unexpected);
  expect(await refundOf(sessionId)).toMatchObject({ state: 'REFUSED', refusals: 1 });
  expect(server.log).toContainEqual(
    expect.objectContaining({ alarm: true, msg: 'a refund was refused', payment: payment.id }),
  );
  const { refundRefused } = server.content.mails.paymentInDoubt.of;
  expect(await server.reviewRequestsOf((await server.recordsOf(sessionId)).order)).toContainEqual(
    expect.objectContaining({
      content: expect.objectContaining({ html: expect.stringContaining(refundRefused) }),
    }),
  );
  // Only a person requests it again, not the poller: it may have been sent in the dashboard meanwhile.
  server.clock.advance(25 * 60 * 60_000);
  await sendRefunds(server.context, unexpected);
  expect(await refundOf(sessionId)).toMatchObject({ refusals: 1 });
  const again = await requestRefund(server.context, payment.id, asCents(500), 'organiser', true);
  expect(again).toMatchObject({ amountCents: 500, refusals: 0 });
});

test('a refund that fails, or whose provider is switched off, does not delay other refunds', async () => {
  server.control.webhooks('off');
  const sessions = [await paid(), await paid(), await paid()];
  for (const { sessionId } of sessions) {
    const { payment } = await server.recordsOf(sessionId);
    await requestRefund(server.context, payment.id, undefined, 'organiser');
  }
  const [off, broken, good] = sessions.map(({ sessionId }) => sessionId);
  const { payment: switchedOff } = await server.recordsOf(off ?? '');
  await server.db
    .updateTable('payments')
    .set({ provider: 'paypal' })
    .where('id', '=', switchedOff.id)
    .execute();
  const { payment: unlucky } = await server.recordsOf(broken ?? '');
  const stripe = server.providerNamed('stripe');
  const failing: PaymentProvider = {
    ...stripe,
    refund: (paymentRef, ...rest) => {
      if (paymentRef === unlucky.paymentRef) throw new TypeError('not foreseen');
      return stripe.refund(paymentRef, ...rest);
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, failing]]) };
  const errors: string[] = [];
  await pollOpenPayments(context, (message, error) => {
    if (message === 'a refund could not be sent') errors.push(String(error));
  });
  expect(errors).toEqual(['TypeError: not foreseen']);
  expect(await refundOf(good ?? '')).toMatchObject({ state: 'SENT' });
  await expect(requestRefund(context, switchedOff.id, asCents(100), 'organiser')).rejects.toThrow(
    /paypal, which is switched off/,
  );
});

test('four refunds are sent at once, and those of one payment follow each other', async () => {
  server.control.webhooks('off');
  const payments = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { sessionId } = await paid();
      return (await server.recordsOf(sessionId)).payment;
    }),
  );
  const parts = payments.flatMap(({ id }) => [id, id]);
  for (const id of parts) await requestRefund(server.context, id, asCents(500), 'organiser');
  const stripe = server.providerNamed('stripe');
  const inFlight: string[] = [];
  const most = { atOnce: 0, ofOnePayment: 0 };
  const watched: PaymentProvider = {
    ...stripe,
    async refund(paymentRef, ...rest) {
      inFlight.push(paymentRef);
      const own = inFlight.filter((ref) => ref === paymentRef);
      most.atOnce = Math.max(most.atOnce, inFlight.length);
      most.ofOnePayment = Math.max(most.ofOnePayment, own.length);
      await pause(50);
      inFlight.splice(inFlight.indexOf(paymentRef), 1);
      return stripe.refund(paymentRef, ...rest);
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, watched]]) };
  await sendRefunds(context, unexpected);
  expect(most).toEqual({ atOnce: 4, ofOnePayment: 1 });
  for (const { id } of payments) {
    const sent = (await listRefunds(server.db, 'SENT')).filter(({ paymentId }) => paymentId === id);
    expect(sent).toHaveLength(2);
    expect(await getPayment(server.db, id)).toMatchObject({ refundedCents: 1000 });
  }
});

test('a stopped round begins no other refund, and the next round sends the rest', async () => {
  const payments: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    const { payment } = await server.recordsOf((await paid()).sessionId);
    payments.push(payment.id);
    await requestRefund(server.context, payment.id, asCents(500), 'organiser');
  }
  const stopped = new AbortController();
  const stripe = server.providerNamed('stripe');
  const stopping: PaymentProvider = {
    ...stripe,
    refund(...request) {
      stopped.abort();
      return stripe.refund(...request);
    },
  };
  const context = { ...server.context, providers: new Map([['stripe' as const, stopping]]) };
  const waiting = async () =>
    (await listRefunds(server.db, 'REQUESTED')).filter((each) => payments.includes(each.paymentId));
  await sendRefunds(context, unexpected, stopped.signal);
  // Four are sent at once: the first one stops the round, perhaps before the fourth one begins.
  const left = (await waiting()).length;
  expect(left).toBeGreaterThanOrEqual(2);
  expect(left).toBeLessThan(6);
  await sendRefunds(server.context, unexpected);
  expect(await waiting()).toEqual([]);
});

test('the refund of a second payment is tried daily, each time with a new key, until it succeeds', async () => {
  server.control.webhooks('off');
  const first = await server.openedCheckout();
  await server.db
    .updateTable('payments')
    .set({ state: 'EXPIRED' })
    .where('provider_ref', '=', first.sessionId)
    .execute();
  const again = await server.post(first.path, first.body);
  await server.payAt(String(again.json['url']));
  await update(String(again.json['sessionId']));
  await server.payAt(first.url, DISPUTED);
  await update(first.sessionId);

  await sendRefunds(server.context, unexpected);
  expect(await refundOf(first.sessionId)).toMatchObject({ reason: 'duplicate', refusals: 1 });
  await pollOpenPayments(server.context, () => undefined);
  expect(await refundOf(first.sessionId)).toMatchObject({ refusals: 1 });
  server.clock.advance(25 * 60 * 60_000);
  await pollOpenPayments(server.context, () => undefined);
  expect(await refundOf(first.sessionId)).toMatchObject({ state: 'REFUSED', refusals: 2 });
  const keys = server.control
    .calls()
    .filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    .map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys.slice(-2)).size).toBe(2);
});
