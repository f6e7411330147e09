import { expect, test } from 'vitest';
import { startTestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { pollOpenPayments } from './poll-open-payments.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';
import { requestRefund, sendRefunds } from './send-refunds.ts';

const server = await startTestSite();

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
  const { orderId, person } = await server.openedPaypal();
  await without('paypal', async () => {
    const { path, body } = await server.aCheckout({}, person);
    const card = await server.post(path, body);
    expect(card.status).toBe(200);
    await server.payAt(String(card.json['url']));
    await server.post(`/api/payment/update?sessionId=${String(card.json['sessionId'])}`);
    expect((await server.recordsOf(String(card.json['sessionId']))).order.state).toBe('CONFIRMED');
  });
  expect((await server.recordsOf(orderId)).payment.state).toBe('CANCELLED');
});

test('a payer who changed the provider and also pays on the old page gets a refund of the second payment', async () => {
  const { sessionId, url, person } = await server.openedCheckout();
  server.control.webhooks('off');
  await without('stripe', async () => {
    const { orderId } = await server.paidPaypal(person);
    expect((await server.recordsOf(orderId)).order.state).toBe('CONFIRMED');
    await server.payAt(url);
    server.clock.advance(2 * 60 * 60_000);
    await pollOpenPayments(server.context, unexpected);
  });
  server.control.webhooks('on');
  server.clock.advance(25 * 60 * 60_000);
  await pollOpenPayments(server.context, unexpected);
  const { payment, charges } = await server.recordsOf(sessionId);
  expect(payment.state).toBe('REFUNDED');
  expect(charges.map(({ amount, refunded }) => amount - refunded).toSorted()).toEqual([
    0,
    payment.amountCents,
  ]);
});

test('the result page of a payment with a provider that is switched off does not answer 500', async () => {
  const { orderId } = await server.openedPaypal();
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
  const { orderId } = await server.paidPaypal();
  const { payment } = await server.recordsOf(orderId);
  await requestRefund(server.context, payment.id, undefined, 'organiser');
  await sendRefunds(server.context, () => undefined);
  const { text } = await server.post(`/api/payment/paypal/capture/${orderId}`);
  expect(text).toContain('has been refunded');
  expect(text).not.toContain('Nothing was charged');
});

test('after an error at the closing of a card checkout, which Stripe repeats, the payer can pay by PayPal', async () => {
  const { person, path } = await server.openedCheckout();
  server.control.failNext({ status: 500, remembered: true }, 2, {
    provider: 'stripe',
    path: '/expire',
  });
  const { name, email, ...rest } = person;
  const { body } = await server.aCheckout({}, person);
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
