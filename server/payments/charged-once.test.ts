import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { chooseAt, openedCheckout, openedPaypal, payAt } from '#tests/support/visitor.ts';
import { listDisputes } from './disputes.ts';

type Control = TestServer['sandbox']['control'];
type Fault = Parameters<Control['failNext']>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.sandbox.control.clearFaults();
  server.sandbox.control.webhooks('on');
});

const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);

async function expectChargedOnce(ref: string): Promise<void> {
  await server.sandbox.control.settled();
  expect(await recordsOf(server, ref)).toMatchObject({
    payment: { state: 'PAID' },
    order: { state: 'CONFIRMED' },
    charges: [{ refunded: 0 }],
    mails: [{}],
  });
}

test.each<[...Parameters<Control['webhooks']>, ...Parameters<Control['releaseWebhooks']>]>([
  ['off'],
  ['duplicate'],
  ['forged'],
  ['delayed', 'as-made'],
  ['delayed', 'reversed'],
])('a payer is charged once where webhooks are %s, released %s', async (mode, order) => {
  const { control } = server.sandbox;
  control.webhooks(mode);
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  expect((await update(sessionId)).status).toBe(200);
  if (order) await control.releaseWebhooks(order);
  await expectChargedOnce(sessionId);
});

test.each<[Fault[0], Fault[2]]>([
  [{ status: 500 }, { provider: 'stripe', purpose: 'open' }],
  ['reset-after', { provider: 'stripe', purpose: 'open' }],
  [{ status: 429 }, { provider: 'stripe', purpose: 'look' }],
])('a payer is charged once after the fault %j at %j', async (fault, aim) => {
  server.sandbox.control.failNext(fault, 1, aim);
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  await eventually(async () => (await update(sessionId)).status === 200);
  expect(server.sandbox.control.settings().faults).toEqual([]);
  await expectChargedOnce(sessionId);
});

test('a payer is charged once after a capture that hangs', async () => {
  const { orderId, url } = await openedPaypal(server);
  await chooseAt(url);
  server.sandbox.control.failNext('hang', 1, { provider: 'paypal', purpose: 'capture' });
  expect((await server.post(`/api/payment/paypal/capture/${orderId}`)).status).toBe(200);
  await expectChargedOnce(orderId);
});

test('a payment that stays pending is confirmed once it is completed, and can then be disputed', async () => {
  const { control } = server.sandbox;
  control.nextPayment('paypal', 'pending');
  const { orderId, url } = await openedPaypal(server);
  await chooseAt(url);
  await server.post(`/api/payment/paypal/capture/${orderId}`);
  expect((await recordsOf(server, orderId)).payment.state).toBe('PENDING');
  control.resolvePending(orderId, 'completed');
  await eventually(async () => (await recordsOf(server, orderId)).payment.state === 'PAID');
  await expectChargedOnce(orderId);
  control.dispute(orderId);
  const { payment } = await recordsOf(server, orderId);
  await eventually(
    async () => (await listDisputes(server.db, { paymentId: payment.id })).length === 1,
  );
});

test('a refund made at the provider is recorded', async () => {
  const { sessionId, url } = await openedCheckout(server);
  await payAt(url);
  await update(sessionId);
  server.sandbox.control.refund(sessionId, 10_000);
  await eventually(
    async () => (await recordsOf(server, sessionId)).payment.state === 'PART_REFUNDED',
  );
});
