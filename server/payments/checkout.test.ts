import { MINUTE } from '#contract/time-spans.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import { sendRefunds } from './send-refunds.ts';

const server = await startTestSite();
afterEach(() => server.control.webhooks('on'));

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
  server.control.webhooks('off');
  const { sessionId, url, path, body } = await server.openedCheckout();
  server.clock.advance(45 * MINUTE);
  await server.payAt(url);
  const again = await server.post(path, body);
  const paidPage = `${server.origin}/payment-success?session_id=${sessionId}&paid=before`;
  expect(again.json['url']).toBe(paidPage);
  expect(await server.recordsOf(sessionId)).toMatchObject({
    order: { state: 'CONFIRMED' },
    charges: [{ refunded: 0 }],
  });
});

test('a new checkout names the address of its receipt; a second checkout for a paid order does not', async () => {
  const { path, body } = await server.aCheckout();
  const { json } = await server.post(path, body);
  const sessionId = String(json['sessionId']);
  const receipt = String(json['receipt']);
  expect((await server.get(receipt)).status).toBe(404);
  await server.payAt(String(json['url']));
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
  const { path, body } = await server.aCheckout();
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
  await server.payAt(String(url));
  await server.payAt(String(second.json['url']));
  await server.control.settled();
  const { payment, order, charges } = await server.recordsOf(String(sessionId));
  expect(payment.state).toBe('CANCELLED');
  expect(order.state).toBe('CONFIRMED');
  expect(charges).toHaveLength(1);
});

describe('an order whose payments are all over', () => {
  test('is EXPIRED, and waits for its money again after another checkout call', async () => {
    server.control.webhooks('off');
    const { sessionId, path, body } = await server.openedCheckout();
    server.clock.advance(10 * MINUTE);
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('AWAITING_PAYMENT');
    server.clock.advance(61 * MINUTE);
    server.control.advance(0);
    await round();
    expect((await server.recordsOf(sessionId)).order.state).toBe('EXPIRED');
    await server.post(path, body);
    expect((await server.recordsOf(sessionId)).order.state).toBe('AWAITING_PAYMENT');
  });

  test('is confirmed by late money, and its history says so', async () => {
    server.control.webhooks('off');
    const { sessionId, url } = await server.openedCheckout();
    await markExpired(sessionId);
    const { order } = await server.recordsOf(sessionId);
    await server.db
      .updateTable('orders')
      .set({ state: 'EXPIRED' })
      .where('id', '=', order.id)
      .execute();
    await server.payAt(url);
    expect((await update(sessionId)).status).toBe(200);
    const { mails, moves } = await server.recordsOf(sessionId);
    expect((await server.getOrder(order.id)).state).toBe('CONFIRMED');
    expect(mails).toHaveLength(1);
    expect(moves.at(-1)).toEqual({ actor: 'update', from: 'EXPIRED', to: 'PAID' });
  });
});

test('an order paid by card and by PayPal keeps the first payment, and the second is refunded', async () => {
  const { control } = server.sandbox;
  control.webhooks('off');
  const card = await server.openedCheckout();
  await markExpired(card.sessionId);
  const paypal = await server.paidPaypal(card.person);
  await server.payAt(card.url);
  await update(card.sessionId);
  await sendRefunds(server.context, unexpected);

  const { order, payment, mails, charges } = await server.recordsOf(paypal.orderId);
  expect(order).toMatchObject({ state: 'CONFIRMED', paidPaymentId: payment.id });
  expect(mails).toHaveLength(1);
  expect((await server.recordsOf(card.sessionId)).payment.state).toBe('REFUNDED');
  expect(charges.toSorted((a, b) => a.refunded - b.refunded)).toMatchObject([
    { provider: 'paypal', refunded: 0 },
    { provider: 'stripe', refunded: payment.amountCents },
  ]);
});

test('a registration that costs 0.00 is confirmed without a call to a provider', async () => {
  const { prices } = server.content;
  const generous = await startTestSite({
    content: { ...server.content, prices: withPrice(prices, 'student', 0) },
  });
  const { path, body } = await generous.aCheckout({ presentationType: 'STUDENT' });
  const { json } = await generous.post(path, body);
  const ref = String(json['sessionId']);
  expect(json['url']).toBe(`${generous.origin}/payment-success?session_id=${ref}`);
  expect((await generous.post(`/api/payment/update?sessionId=${ref}`)).status).toBe(200);
  expect(await generous.recordsOf(ref)).toMatchObject({
    payment: { state: 'PAID', provider: 'free' },
    order: { state: 'CONFIRMED', amountCents: 0 },
    mails: [{}],
  });
  const byPaypal = await generous.openedPaypal({}, { presentationType: 'STUDENT' });
  expect(byPaypal.url).toBe(`${generous.origin}/payment-success?session_id=${byPaypal.orderId}`);
  expect(generous.sandbox.control.calls()).toEqual([]);
});

describe('the addresses to which a payer returns', () => {
  test.each([{}, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }])(
    'have the origin of PUBLIC_BASE_URL, even if the request names another host: %j',
    async (headers) => {
      const publicBaseUrl = 'https://summit.example';
      const site = await startTestSite({ publicBaseUrl });
      const { path, body } = await site.aCheckout();
      const addresses = {
        successUrl: `${publicBaseUrl}/payment-success`,
        cancelUrl: `${publicBaseUrl}/payment-cancel`,
      };
      const { json } = await site.post(path, { ...body, ...addresses }, headers);
      const { payment } = await site.recordsOf(String(json['sessionId']));
      expect(payment.request).toMatchObject({
        successUrl: `${publicBaseUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${publicBaseUrl}/payment-cancel`,
      });
      // The origin of the request is not the origin of the site now.
      expect((await site.post(path, body, headers)).status).toBe(400);
    },
  );

  test('never come from X-Forwarded headers', async () => {
    const { path, body } = await server.aCheckout();
    const successUrl = 'https://evil.example/payment-success';
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect((await server.post(path, { ...body, successUrl }, headers)).status).toBe(400);
    const { json } = await server.post(path, body, headers);
    const { payment } = await server.recordsOf(String(json['sessionId']));
    expect(payment.request.successUrl).toContain(`${server.origin}/`);
  });
});
