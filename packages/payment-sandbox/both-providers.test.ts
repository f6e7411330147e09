import { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import fastify from 'fastify';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { choose, orderRequest, type PayPalEvent, paypalClient } from './tests/paypal-shop.ts';
import { order, payWith, stripeClient } from './tests/stripe-shop.ts';
import { receiveWebhooks, type WebhookReceiver } from './tests/webhook-receiver.ts';

const { webhooks } = new Stripe('sk_test_sandbox');

/** A sandbox that is controlled by HTTP; the shop serves its pages. */
let sandbox: Sandbox;
let stripeEvents: WebhookReceiver<{ type: string }>;
let paypalEvents: WebhookReceiver<PayPalEvent>;
let base: string;
let shop: string;
const host = fastify({ forceCloseConnections: true });

beforeAll(async () => {
  stripeEvents = await receiveWebhooks('/stripe', (body, headers) => {
    const signature = headers['stripe-signature'] ?? '';
    return body.includes('"v2.core.event"')
      ? stripeClient(base, 'sk_test_sandbox').parseEventNotification(body, signature, 'whsec_mine')
      : webhooks.constructEvent(body, signature, 'whsec_mine');
  });
  paypalEvents = await receiveWebhooks('/paypal', (body): PayPalEvent => JSON.parse(body));
  sandbox = await startSandbox({
    controlOverHttp: true,
    stripe: {
      secretKey: 'sk_test_sandbox',
      webhookSecret: 'whsec_mine',
      webhookUrl: () => stripeEvents.url,
    },
    paypal: {
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
      webhookId: 'WHMINE',
      webhookUrl: () => paypalEvents.url,
    },
  });
  base = sandbox.stripeApiBase;
  await host.register(sandbox.pages);
  shop = await host.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await host.close();
  await sandbox.close();
  await stripeEvents.close();
  await paypalEvents.close();
});

async function control(name: string, ...given: unknown[]): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(given);
  return (await fetch(`${base}/_control/${name}`, { method: 'POST', headers, body })).json();
}

test('Stripe’s package takes and refunds a payment, and its shop verifies events about payout and dispute', async () => {
  const stripe = stripeClient(base, 'sk_test_sandbox');
  await control('failNext', { status: 500 }, 1, { provider: 'stripe' });
  const asked = order(shop);
  await expect(stripe.checkout.sessions.create(asked)).rejects.toMatchObject({ statusCode: 500 });
  const session = await stripe.checkout.sessions.create(asked);
  expect(session.url).toBe(`${shop}/sandbox/stripe/pay/${session.id}`);
  expect((await payWith(session, '4242424242424242')).location).toContain(`${shop}/`);
  const types = () => stripeEvents.verified.map(({ event }) => event.type);
  await expect.poll(types).toContain('checkout.session.completed');
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  await stripe.refunds.create({ payment_intent: String(intent), amount: 100 });
  await expect.poll(types).toContain('charge.refunded');
  const [payout] = z.parse(z.array(z.string()), await control('payout', 'stripe'));
  expect((await stripe.payouts.retrieve(payout ?? '')).amount).toBeGreaterThan(40_000);
  await control('stripeEvents', 'thin');
  await control('dispute', session.id);
  await expect.poll(types).toContain('v1.charge.dispute.created');
});

test('PayPal’s package captures and refunds an order, and its shop verifies the webhooks', async () => {
  const client = paypalClient(base, {
    clientCredentialsAuthCredentials: {
      oAuthClientId: 'sandbox-client',
      oAuthClientSecret: 'sandbox-secret',
    },
  });
  const { result } = await new OrdersController(client).createOrder({
    body: orderRequest(shop),
    paypalRequestId: 'order-1',
  });
  const page = result.links?.find(({ rel }) => rel === 'payer-action')?.href ?? '';
  expect(page).toBe(`${shop}/sandbox/paypal/checkoutnow?token=${result.id}`);
  await choose(page, 'pays');
  const types = () => paypalEvents.verified.map(({ event }) => event.event_type);
  await expect.poll(types).toContain('CHECKOUT.ORDER.APPROVED');
  const id = result.id ?? '';
  const captured = await new OrdersController(client).captureOrder({
    id,
    prefer: 'return=representation',
  });
  await expect.poll(types).toContain('PAYMENT.CAPTURE.COMPLETED');
  const captureId = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
  await new PaymentsController(client).refundCapturedPayment({ captureId });
  await expect.poll(types).toContain('PAYMENT.CAPTURE.REFUNDED');
  await control('dispute', id);
  await expect.poll(types).toContain('CUSTOMER.DISPUTE.CREATED');

  const { accessToken } = await client.clientCredentialsAuthManager.fetchToken();
  const [first] = paypalEvents.verified;
  const sent = (name: string) =>
    `"${name}":${JSON.stringify(first?.headers[`paypal-${name.replaceAll('_', '-')}`])}`;
  const signature = [
    'auth_algo',
    'cert_url',
    'transmission_id',
    'transmission_sig',
    'transmission_time',
  ];
  const verified = await fetch(`${base}/v1/notifications/verify-webhook-signature`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: `{${signature.map(sent).join()},"webhook_id":"WHMINE","webhook_event":${first?.body}}`,
  });
  expect(await verified.json()).toEqual({ verification_status: 'SUCCESS' });
});
