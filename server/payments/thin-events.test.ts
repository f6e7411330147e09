import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordsOf, reviewRequestsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { openedCheckout, payAt } from '#tests/support/visitor.ts';
import { listDisputes } from './disputes.ts';
import { retryWebhookEvents } from './webhooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.sandbox.control.stripeEvents('thin'));
afterEach(() => {
  server.sandbox.control.webhooks('on');
  server.sandbox.control.clearFaults();
});

const control = () => server.sandbox.control;

/** A paid checkout whose payer does not return to the site. */
async function paid() {
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  await control().settled();
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
  const { order, mails, moves } = await recordsOf(server, sessionId);
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
  const refund = control().refund(sessionId);
  await control().settled();
  expect((await recordsOf(server, sessionId)).payment.state).toBe('REFUNDED');
  control().failRefund(refund);
  await control().settled();
  expect((await recordsOf(server, sessionId)).payment.state).toBe('PAID');
});

test('an event that only names a dispute records the dispute', async () => {
  const sessionId = await paid();
  const { payment } = await recordsOf(server, sessionId);
  const ref = control().dispute(sessionId);
  await control().settled();
  expect(await listDisputes(server.db, { paymentId: payment.id })).toMatchObject([
    { ref, state: 'OPENED' },
  ]);
});

test('an event that only names its checkout records money that takes days', async () => {
  control().nextPayment('stripe', 'pending');
  const sessionId = await paid();
  expect((await recordsOf(server, sessionId)).payment.state).toBe('PENDING');
  control().resolveAsync(sessionId, 'succeeded');
  await control().settled();
  expect((await recordsOf(server, sessionId)).payment.state).toBe('PAID');
});

test('an event that only names a warning of fraud records the warning', async () => {
  const sessionId = await paid();
  control().warnOfFraud(sessionId);
  await control().settled();
  const { order } = await recordsOf(server, sessionId);
  expect(await reviewRequestsOf(server, order)).toHaveLength(1);
});

test('an event whose object Stripe does not return is sent again, and then handled', async () => {
  const sessionId = await paid();
  // The package repeats a call this often.
  control().failNext({ status: 500 }, 2, { provider: 'stripe', path: '/v1/charges/' });
  control().refund(sessionId);
  await expect
    .poll(async () => (await recordsOf(server, sessionId)).payment.state)
    .toBe('REFUNDED');
});

test('both styles of one event are handled, one after the other', async () => {
  control().webhooks('delayed');
  const sessionId = await paid();
  control().stripeEvents('snapshot');
  await control().releaseWebhooks();
  control().stripeEvents('thin');
  await retryWebhookEvents(server.context, unexpected);
  expect((await recordsOf(server, sessionId)).order.state).toBe('CONFIRMED');
});
