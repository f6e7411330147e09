import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import manifest from './package.json' with { type: 'json' };
import { choose, orderRequest, type PayPalEvent, paypalClient } from './tests/paypal-shop.ts';
import { order, payWith, stripeClient } from './tests/stripe-shop.ts';
import { receiveWebhooks, type WebhookReceiver } from './tests/webhook-receiver.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const { webhooks } = new Stripe('sk_test_sandbox');

/** A folder outside the repository, in which the packed sandbox is installed. */
let folder: string;
let stripeEvents: WebhookReceiver<{ type: string }>;
let paypalEvents: WebhookReceiver<PayPalEvent>;
let base: string;
let said = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-'));
  const built = join(folder, 'built');
  const shop = join(folder, 'shop');
  await mkdir(shop);
  await writeFile(join(shop, 'package.json'), '{ "type": "module" }');
  await run(process.execPath, [join(here, 'build-package.ts'), built]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder, built]);
  const tarball = join(folder, `plenary-payment-sandbox-${manifest.version}.tgz`);
  const quickly = ['--prefer-offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await run('npm', ['install', ...quickly, tarball], { cwd: shop });

  stripeEvents = await receiveWebhooks('/stripe', (body, headers) => {
    const signature = headers['stripe-signature'] ?? '';
    return body.includes('"v2.core.event"')
      ? stripeClient(base, 'sk_test_sandbox').parseEventNotification(body, signature, 'whsec_mine')
      : webhooks.constructEvent(body, signature, 'whsec_mine');
  });
  paypalEvents = await receiveWebhooks('/paypal', (body): PayPalEvent => JSON.parse(body));

  const options = ['--port', '0', '--control', '--stripe-webhook-url', stripeEvents.url];
  const child = spawn('npx', ['plenary-payment-sandbox', ...options], {
    cwd: shop,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      SANDBOX_PAYPAL_WEBHOOK_URL: paypalEvents.url,
      STRIPE_WEBHOOK_SECRET: 'whsec_mine',
      PAYPAL_WEBHOOK_ID: 'WH-MINE',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  stop = () => {
    // The group has npx, its shell and the sandbox.
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    return ended;
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain('Control'), 20_000);
  base = /Control +(http:\/\/[\d.:]+)/.exec(said)?.[1] ?? '';
}, 120_000);

afterAll(async () => {
  await stop();
  await stripeEvents.close();
  await paypalEvents.close();
  await rm(folder, { recursive: true });
});

async function control(name: string, ...given: unknown[]): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(given);
  return (await fetch(`${base}/_control/${name}`, { method: 'POST', headers, body })).json();
}

test('the package has JavaScript, types and three documents, and its command says how to use it', async () => {
  const installed = join(folder, 'shop/node_modules/plenary-payment-sandbox');
  const files = (await readdir(installed, { recursive: true })).filter((name) =>
    /\.\w+$/.test(name),
  );
  expect(
    files.filter((name) => /(?<!\.d)\.ts$|\.map$|test/.test(name) && !/test-/.test(name)),
  ).toEqual([]);
  expect(said).toContain(
    `new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: ${new URL(base).port},`,
  );
  const command = join(installed, 'cli.js');
  const help = await run(process.execPath, [command, '--help']);
  expect(help.stdout).toContain('--stripe-webhook-url');
  expect((await run(process.execPath, [command, '--version'])).stdout).toBe(
    `${manifest.version}\n`,
  );
  await expect(run(process.execPath, [command, '--nope'])).rejects.toMatchObject({ code: 2 });
  const taken = run(process.execPath, [command, '--port', new URL(base).port]);
  await expect(taken).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is taken'),
  });
});

test('TypeScript knows the types of the package', async () => {
  const file = join(folder, 'shop/types.ts');
  const start = `import { startSandbox } from 'plenary-payment-sandbox';
    const shop = { secretKey: 'sk', webhookSecret: 'wh', webhookUrl: () => undefined };
    const sandbox = await startSandbox({ publicBaseUrl: 'api', stripe: shop });`;
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const check = async (line: string) => {
    await writeFile(file, `${start}\n${line}`);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    return run(process.execPath, [tsc, ...options, file], { cwd: join(folder, 'shop') });
  };
  await check("sandbox.control.nextPayment('stripe', 'declined'); export {};");
  const wrong = check("sandbox.control.nextPayment('stripe', 'paid'); export {};");
  await expect(wrong).rejects.toMatchObject({ stdout: expect.stringContaining('TS2345') });
});

test('Stripe’s package takes and refunds a payment, and its shop verifies events about payout and dispute', async () => {
  const stripe = stripeClient(base, 'sk_test_sandbox');
  await control('failNext', { status: 500 }, 1, { provider: 'stripe' });
  const asked = order('http://shop.example');
  await expect(stripe.checkout.sessions.create(asked)).rejects.toMatchObject({ statusCode: 500 });
  const session = await stripe.checkout.sessions.create(asked);
  expect(session.url).toBe(`${base}/sandbox/stripe/pay/${session.id}`);
  expect((await payWith(session, '4242424242424242')).location).toContain('http://shop.example/');
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
    body: `{${signature.map(sent).join()},"webhook_id":"WH-MINE","webhook_event":${first?.body}}`,
  });
  expect(await verified.json()).toEqual({ verification_status: 'SUCCESS' });
});
