import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsOf } from '#tests/support/payment-records.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import {
  aCheckout,
  chooseAt,
  openedCheckout,
  openedPaypal,
  payAt,
} from '#tests/support/visitor.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';
import { requestRefund, sendRefunds } from './send-refunds.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Runs without one provider, as after a start without its keys. */
async function without<T>(name: ProviderName, work: () => Promise<T>): Promise<T> {
  const providers = server.context.providers as Map<ProviderName, PaymentProvider>;
  const provider = providers.get(name);
  if (!provider) throw new Error(`there is no ${name}`);
  providers.delete(name);
  try {
    return await work();
  } finally {
    providers.set(name, provider);
  }
}

test('a payer whose provider was switched off pays with the other provider at once', async () => {
  const { orderId, person } = await openedPaypal(server);
  await without('paypal', async () => {
    const { path, body } = await aCheckout(server, {}, person);
    const card = await server.post(path, body);
    expect(card.status).toBe(200);
    await payAt(String(card.json['url']));
    await server.post(`/api/payment/update?sessionId=${String(card.json['sessionId'])}`);
    expect((await recordsOf(server, String(card.json['sessionId']))).order.state).toBe('CONFIRMED');
  });
  expect((await recordsOf(server, orderId)).payment.state).toBe('CANCELLED');
});

test('a payer who changed the provider and also pays on the old page gets a refund of the second payment', async () => {
  const { sessionId, url, person } = await openedCheckout(server);
  server.sandbox.control.webhooks('off');
  await without('stripe', async () => {
    const { orderId, url: paypalUrl } = await openedPaypal(server, person);
    await chooseAt(paypalUrl);
    await server.post(`/api/payment/paypal/capture/${orderId}`);
    expect((await recordsOf(server, orderId)).order.state).toBe('CONFIRMED');
    await payAt(url);
    server.clock.advance(2 * 60 * 60_000);
    await pollOpenPayments(server.context, unexpected);
  });
  server.sandbox.control.webhooks('on');
  server.clock.advance(25 * 60 * 60_000);
  await pollOpenPayments(server.context, unexpected);
  const { payment, charges } = await recordsOf(server, sessionId);
  expect(payment.state).toBe('REFUNDED');
  expect(charges.map(({ amount, refunded }) => amount - refunded).toSorted()).toEqual([
    0,
    payment.amountCents,
  ]);
});

test('the result page of a payment with a provider that is switched off does not answer 500', async () => {
  const { orderId } = await openedPaypal(server);
  await without('paypal', async () => {
    const answers = await Promise.all([
      server.get(`/api/payment/status/${orderId}`),
      server.post(`/api/payment/update?sessionId=${orderId}`),
      server.post(`/api/payment/paypal/capture/${orderId}`),
    ]);
    for (const { status } of answers) expect(status).not.toBe(500);
  });
});

test('the answer about a refunded PayPal payment does not say that nothing was charged', async () => {
  const { orderId, url } = await openedPaypal(server);
  await chooseAt(url);
  await server.post(`/api/payment/paypal/capture/${orderId}`);
  const { payment } = await recordsOf(server, orderId);
  await requestRefund(server.context, payment.id, undefined, 'organiser');
  await sendRefunds(server.context, () => undefined);
  const { text } = await server.post(`/api/payment/paypal/capture/${orderId}`);
  expect(text).toContain('has been refunded');
  expect(text).not.toContain('Nothing was charged');
});

test('after an error at the closing of a card checkout, which Stripe repeats, the payer can pay by PayPal', async () => {
  const { person, path } = await openedCheckout(server);
  server.sandbox.control.failNext({ status: 500, remembered: true }, 2, {
    provider: 'stripe',
    path: '/expire',
  });
  const { name, email, ...rest } = person;
  const { body } = await aCheckout(server, {}, person);
  const request = {
    ...rest,
    customerName: name,
    customerEmail: email,
    amount: body.unitAmount,
    currency: 'EUR',
    pricingConfigId: path.split('=')[1],
  };
  expect((await server.post('/api/payment/paypal/create', request)).status).toBe(503);
  expect((await server.post('/api/payment/paypal/create', request)).status).toBe(200);
});
