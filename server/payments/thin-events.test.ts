import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { listDisputes } from './disputes.ts';
import { retryWebhookEvents } from './webhooks.ts';

const server = await startTestSite();
beforeEach(() => server.control.stripeEvents('thin'));
afterEach(() => {
  server.control.webhooks('on');
  server.control.clearFaults();
});

/** A paid checkout whose payer does not return to the site. */
async function paid() {
  const { sessionId } = await server.leftCheckout();
  await server.control.settled();
  return sessionId;
}

function outcomes(type: string) {
  return server.db
    .selectFrom('webhook_events')
    .select(['outcome', 'payment_ref'])
    .where('type', '=', type)
    .execute();
}

test('an event that only names its checkout confirms the order', async () => {
  const sessionId = await paid();
  const { order, mails, moves } = await server.recordsOf(sessionId);
  expect(order.state).toBe('CONFIRMED');
  expect(mails).toHaveLength(1);
  expect(moves.at(-1)).toMatchObject({ to: 'PAID', actor: 'webhook' });
  expect(await outcomes('checkout.session.completed')).toContainEqual({
    outcome: 'PAID',
    payment_ref: null,
  });
});

test('events that only name a refund in the dashboard record the refund and its failure', async () => {
  const sessionId = await paid();
  const refund = server.control.refund(sessionId);
  await server.control.settled();
  expect((await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
  server.control.failRefund(refund);
  await server.control.settled();
  expect((await server.recordsOf(sessionId)).payment.state).toBe('PAID');
});

test('an event that only names a dispute records the dispute', async () => {
  const sessionId = await paid();
  const { payment } = await server.recordsOf(sessionId);
  const ref = server.control.dispute(sessionId);
  await server.control.settled();
  expect(await listDisputes(server.db, { paymentId: payment.id })).toMatchObject([
    { ref, state: 'OPENED' },
  ]);
});

test('an event that only names its checkout records money that takes days', async () => {
  server.control.nextPayment('stripe', 'pending');
  const sessionId = await paid();
  expect((await server.recordsOf(sessionId)).payment.state).toBe('PENDING');
  server.control.resolveAsync(sessionId, 'succeeded');
  await server.control.settled();
  expect((await server.recordsOf(sessionId)).payment.state).toBe('PAID');
});

test('an event that only names a warning of fraud records the warning', async () => {
  const sessionId = await paid();
  server.control.warnOfFraud(sessionId);
  await server.control.settled();
  const { order } = await server.recordsOf(sessionId);
  expect(await server.reviewRequestsOf(order)).toHaveLength(1);
});

test('an event whose object Stripe does not return is sent again, and then handled', async () => {
  const sessionId = await paid();
  // The package repeats a call this often.
  server.control.failNext({ status: 500 }, 2, { provider: 'stripe', path: '/v1/charges/' });
  server.control.refund(sessionId);
  await expect.poll(async () => (await server.recordsOf(sessionId)).payment.state).toBe('REFUNDED');
});

test('both styles of one event are handled, one after the other', async () => {
  server.control.webhooks('delayed');
  const sessionId = await paid();
  server.control.stripeEvents('snapshot');
  await server.control.releaseWebhooks();
  server.control.stripeEvents('thin');
  await retryWebhookEvents(server.context, unexpected);
  expect((await server.recordsOf(sessionId)).order.state).toBe('CONFIRMED');
});
