import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { orderRequest, choose, type PayPalEvent, paypalClient } from './tests/paypal-shop.ts';
import { order, payWith, stripeClient } from './tests/stripe-shop.ts';
import { receiveWebhooks, type WebhookReceiver } from './tests/webhook-receiver.ts';

/** A copy of the package's folder outside the repository, with the three packages that it needs. */
let folder: string;
let stripeEvents: WebhookReceiver<Stripe.Event>;
let paypalEvents: WebhookReceiver<PayPalEvent>;
let base: string;
let said = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-'));
  await cp(import.meta.dirname, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  for (const name of ['fastify', 'qs', 'zod'])
    await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));

  const { webhooks } = new Stripe('sk_test_sandbox');
  stripeEvents = await receiveWebhooks('/stripe', (body, headers) =>
    webhooks.constructEvent(body, headers['stripe-signature'] ?? '', 'whsec_mine'),
  );
  paypalEvents = await receiveWebhooks('/paypal', (body): PayPalEvent => JSON.parse(body));

  const child = spawn(process.execPath, ['cli.ts'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: '0',
      SANDBOX_CONTROL: 'on',
      SANDBOX_STRIPE_WEBHOOK_URL: stripeEvents.url,
      SANDBOX_PAYPAL_WEBHOOK_URL: paypalEvents.url,
      STRIPE_WEBHOOK_SECRET: 'whsec_mine',
      PAYPAL_WEBHOOK_ID: 'WH-MINE',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain('Control'), 20_000);
  base = /Control +(http:\/\/[\d.:]+)/.exec(said)?.[1] ?? '';
});

afterAll(async () => {
  await stop();
  await stripeEvents.close();
  await paypalEvents.close();
  await rm(folder, { recursive: true });
});

const CLIENT = {
  clientCredentialsAuthCredentials: {
    oAuthClientId: 'sandbox-client',
    oAuthClientSecret: 'sandbox-secret',
  },
};

async function dispute(payment: string): Promise<void> {
  await fetch(`${base}/_control/dispute`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify([payment]),
  });
}

test('the command says how to point a shop at the sandbox', () => {
  const { port } = new URL(base);
  expect(said).toContain(`new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: ${port},`);
  expect(said).toContain('secret sandbox-secret');
});

test('Stripe’s package opens and refunds a session, and its shop receives the webhooks and a dispute', async () => {
  const stripe = stripeClient(base, 'sk_test_sandbox');
  const session = await stripe.checkout.sessions.create(order('http://shop.example'));
  expect(session.url).toBe(`${base}/sandbox/stripe/pay/${session.id}`);
  expect((await payWith(session, '4242424242424242')).location).toContain('http://shop.example/');
  const types = () => stripeEvents.verified.map(({ event }) => event.type);
  await expect.poll(types).toContain('checkout.session.completed');
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  await stripe.refunds.create({ payment_intent: String(intent), amount: 100 });
  await expect.poll(types).toContain('charge.refunded');
  await dispute(session.id);
  await expect.poll(types).toContain('charge.dispute.created');
});

test('PayPal’s package opens, captures and refunds an order, and its shop receives the webhooks and a dispute', async () => {
  const client = paypalClient(base, CLIENT);
  const { result } = await new OrdersController(client).createOrder({
    body: orderRequest('http://shop.example'),
    paypalRequestId: 'order-1',
  });
  const page = result.links?.find(({ rel }) => rel === 'payer-action')?.href ?? '';
  expect(page).toBe(`${base}/sandbox/paypal/checkoutnow?token=${result.id}`);
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
  await dispute(id);
  await expect.poll(types).toContain('CUSTOMER.DISPUTE.CREATED');
});
