import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import {
  aCheckout,
  chooseAt,
  openedCheckout,
  openedPaypal,
  payAt,
} from '#tests/support/visitor.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { sendRefunds } from './send-refunds.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => server.sandbox.control.webhooks('on'));

const MINUTE = 60_000;
const update = (ref: string) => server.post(`/api/payment/update?sessionId=${ref}`);
const round = () =>
  pollOpenPayments(server.context, (message, error) => {
    throw new Error(message, { cause: error });
  });

/** Marks a payment as EXPIRED although a payer still has its page. */
async function markExpired(ref: string): Promise<void> {
  await server.db
    .updateTable('payments')
    .set({ state: 'EXPIRED' })
    .where('provider_ref', '=', ref)
    .execute();
}

test('a payer who pays in the last second, while the session is being closed, gets the page that says paid', async () => {
  server.sandbox.control.webhooks('off');
  const { sessionId, url, path, body } = await openedCheckout(server);
  server.clock.advance(45 * MINUTE);
  await payAt(url);
  const again = await server.post(path, body);
  const paidPage = `${server.origin}/payment-success?session_id=${sessionId}&paid=before`;
  expect(again.json['url']).toBe(paidPage);
  expect(await recordsOf(server, sessionId)).toMatchObject({
    order: { state: 'CONFIRMED' },
    charges: [{ refunded: 0 }],
  });
});

test('a new checkout names the address of its receipt; a second checkout for a paid order does not', async () => {
  const { path, body } = await aCheckout(server);
  const { json } = await server.post(path, body);
  const sessionId = String(json['sessionId']);
  const receipt = String(json['receipt']);
  expect((await server.get(receipt)).status).toBe(404);
  await payAt(String(json['url']));
  await update(sessionId);
  const page = await server.get(receipt);
  expect(page.status).toBe(200);
  expect(page.text).toContain(String(body['name']));
  const again = await server.post(path, body);
  expect(again.json).not.toHaveProperty('receipt');
  expect(again.json['url']).toContain('&paid=before');
  const status = await server.get(`/api/payment/status/${sessionId}`);
  expect(status.text).not.toContain(receipt);
});

test('the server closes a checkout that opens while another click replaces its payment', async () => {
  const { context } = server;
  const { path, body } = await aCheckout(server);
  const stripe = context.providers.get('stripe');
  if (!stripe) throw new Error('there is no Stripe');
  const { open } = stripe;
  const { everybody } = context.quota;
  const { reserve } = everybody;
  const opened = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  stripe.open = async (...request) => {
    stripe.open = open;
    const checkout = await open(...request);
    opened.resolve();
    await answered.promise;
    return checkout;
  };
  const first = server.post(path, body);
  await opened.promise;
  server.clock.advance(20_000);
  /** Stripe's answer arrives after the second click has read that the payment has no checkout. */
  let asked = 0;
  everybody.reserve = async () => {
    asked += 1;
    if (asked === 2) {
      answered.resolve();
      await first;
    }
    return reserve();
  };
  const second = await server.post(path, body);
  everybody.reserve = reserve;
  expect(asked).toBe(2);

  const { sessionId, url } = (await first).json;
  expect(second.status).toBe(200);
  expect(second.json['sessionId']).not.toEqual(sessionId);
  await payAt(String(url));
  await payAt(String(second.json['url']));
  await server.sandbox.control.settled();
  const { payment, order, charges } = await recordsOf(server, String(sessionId));
  expect(payment.state).toBe('CANCELLED');
  expect(order.state).toBe('CONFIRMED');
  expect(charges).toHaveLength(1);
});

describe('an order whose payments are all over', () => {
  test('is EXPIRED, and waits for its money again after another checkout call', async () => {
    server.sandbox.control.webhooks('off');
    const { sessionId, path, body } = await openedCheckout(server);
    server.clock.advance(10 * MINUTE);
    await round();
    expect((await recordsOf(server, sessionId)).order.state).toBe('AWAITING_PAYMENT');
    server.clock.advance(61 * MINUTE);
    server.sandbox.control.advance(0);
    await round();
    expect((await recordsOf(server, sessionId)).order.state).toBe('EXPIRED');
    await server.post(path, body);
    expect((await recordsOf(server, sessionId)).order.state).toBe('AWAITING_PAYMENT');
  });

  test('is confirmed by late money, and its history says so', async () => {
    server.sandbox.control.webhooks('off');
    const { sessionId, url } = await openedCheckout(server);
    await markExpired(sessionId);
    const { order } = await recordsOf(server, sessionId);
    await server.db
      .updateTable('orders')
      .set({ state: 'EXPIRED' })
      .where('id', '=', order.id)
      .execute();
    await payAt(url);
    expect((await update(sessionId)).status).toBe(200);
    const { mails, moves } = await recordsOf(server, sessionId);
    expect((await getOrder(server.db, order.id)).state).toBe('CONFIRMED');
    expect(mails).toHaveLength(1);
    expect(moves.at(-1)).toEqual({ actor: 'update', from: 'EXPIRED', to: 'PAID' });
  });
});

test('an order paid by card and by PayPal keeps the first payment, and the second is refunded', async () => {
  const { control } = server.sandbox;
  control.webhooks('off');
  const card = await openedCheckout(server);
  await markExpired(card.sessionId);
  const paypal = await openedPaypal(server, card.person);
  await chooseAt(paypal.url);
  await server.post(`/api/payment/paypal/capture/${paypal.orderId}`);
  await payAt(card.url);
  await update(card.sessionId);
  await sendRefunds(server.context, unexpected);

  const { order, payment, mails, charges } = await recordsOf(server, paypal.orderId);
  expect(order).toMatchObject({ state: 'CONFIRMED', paidPaymentId: payment.id });
  expect(mails).toHaveLength(1);
  expect((await recordsOf(server, card.sessionId)).payment.state).toBe('REFUNDED');
  expect(charges.toSorted((a, b) => a.refunded - b.refunded)).toMatchObject([
    { provider: 'paypal', refunded: 0 },
    { provider: 'stripe', refunded: payment.amountCents },
  ]);
});

test('a registration that costs 0.00 is confirmed without a call to a provider', async () => {
  const { prices } = server.content;
  const generous = await startTestServer({
    content: { ...server.content, prices: withPrice(prices, 'student', 0) },
  });
  const { path, body } = await aCheckout(generous, { presentationType: 'STUDENT' });
  const { json } = await generous.post(path, body);
  const ref = String(json['sessionId']);
  expect(json['url']).toBe(`${generous.origin}/payment-success?session_id=${ref}`);
  expect((await generous.post(`/api/payment/update?sessionId=${ref}`)).status).toBe(200);
  expect(await recordsOf(generous, ref)).toMatchObject({
    payment: { state: 'PAID', provider: 'free' },
    order: { state: 'CONFIRMED', amountCents: 0 },
    mails: [{}],
  });
  const byPaypal = await openedPaypal(generous, {}, { presentationType: 'STUDENT' });
  expect(byPaypal.url).toBe(`${generous.origin}/payment-success?session_id=${byPaypal.orderId}`);
  expect(generous.sandbox.control.calls()).toEqual([]);
  await generous.close();
});

describe('the addresses to which a payer returns', () => {
  test.each([{}, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }])(
    'have the origin of PUBLIC_BASE_URL, even if the request names another host: %j',
    async (headers) => {
      const publicBaseUrl = 'https://summit.example';
      const site = await startTestServer({ publicBaseUrl });
      const { path, body } = await aCheckout(site);
      const addresses = {
        successUrl: `${publicBaseUrl}/payment-success`,
        cancelUrl: `${publicBaseUrl}/payment-cancel`,
      };
      const { json } = await site.post(path, { ...body, ...addresses }, headers);
      const { payment } = await recordsOf(site, String(json['sessionId']));
      expect(payment.request).toMatchObject({
        successUrl: `${publicBaseUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicBaseUrl}/payment-cancel`,
      });
      // The origin of the request is not the origin of the site now.
      expect((await site.post(path, body, headers)).status).toBe(400);
      await site.close();
    },
  );

  test('never come from X-Forwarded headers', async () => {
    const { path, body } = await aCheckout(server);
    const successUrl = 'https://evil.example/payment-success';
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect((await server.post(path, { ...body, successUrl }, headers)).status).toBe(400);
    const { json } = await server.post(path, body, headers);
    const { payment } = await recordsOf(server, String(json['sessionId']));
    expect(payment.request.successUrl).toContain(`${server.origin}/`);
  });
});
