/**
 * These tests check the behaviour on which this shop relies, through the official packages and their public options. They
 * run on the sandbox, or on the real test systems if the environment has keys. A test that passes on the sandbox and fails
 * on a real test system shows a mistake in the sandbox.
 *
 *     CONFORMANCE_STRIPE_SECRET_KEY=sk_test_…                              Stripe's test mode
 *     CONFORMANCE_PAYPAL_CLIENT_ID=… CONFORMANCE_PAYPAL_CLIENT_SECRET=…    PayPal's sandbox
 *     npx vitest run packages/payment-sandbox/conformance.test.ts
 *
 * No test needs a payer at the hosted page, because no program may press the buttons of a real page.
 */
import {
  Client,
  type Configuration,
  Environment,
  OrdersController,
  PaymentsController,
} from '@paypal/paypal-server-sdk';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import * as paypalShop from './tests/paypal-shop.ts';
import * as stripeShop from './tests/stripe-shop.ts';

const stripeKey = process.env['CONFORMANCE_STRIPE_SECRET_KEY'] || undefined;
const paypalId = process.env['CONFORMANCE_PAYPAL_CLIENT_ID'] || undefined;
const paypalSecret = process.env['CONFORMANCE_PAYPAL_CLIENT_SECRET'] ?? '';
if (stripeKey !== undefined && !/^[sr]k_test_/.test(stripeKey))
  throw new Error('CONFORMANCE_STRIPE_SECRET_KEY must be a test key: these tests create payments.');

const SHOP = 'https://plenary.example';
const real = { timeout: 30_000 };

describe(`Stripe, ${stripeKey ? 'its test mode' : 'the sandbox'}`, real, () => {
  async function openStripe(): Promise<{ stripe: Stripe; withKey(key: string): Stripe }> {
    if (stripeKey !== undefined) {
      const withKey = (key: string) => new Stripe(key, { apiVersion: '2026-10-28.endive' });
      return { stripe: withKey(stripeKey), withKey };
    }
    const { stripe, sandbox } = await stripeShop.startTestShop();
    return { stripe, withKey: (key) => stripeShop.stripeClient(sandbox.stripeApiBase, key) };
  }

  test('a session is open, unpaid, of our amount, and has a page and no payment yet', async () => {
    const { stripe } = await openStripe();
    const session = await stripe.checkout.sessions.create(stripeShop.order(SHOP));
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 42_000,
      currency: 'eur',
      livemode: false,
      payment_intent: null,
      client_reference_id: 'order-1',
      url: expect.stringMatching(/^https?:\/\//),
    });
    const seen = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    });
    expect(seen).toMatchObject({ id: session.id, status: 'open', payment_intent: null });
  });

  test('an idempotency key finds its session again, and is refused with other parameters', async () => {
    const { stripe } = await openStripe();
    const key = { idempotencyKey: `conformance-${crypto.randomUUID()}` };
    const order = stripeShop.order(SHOP);
    const { id } = await stripe.checkout.sessions.create(order, key);
    expect((await stripe.checkout.sessions.create(order, key)).id).toBe(id);
    const other = { ...order, line_items: [stripeShop.lineItem(100)] };
    await expect(stripe.checkout.sessions.create(other, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  test('an expired session has no page and cannot expire again', async () => {
    const { stripe } = await openStripe();
    const { id } = await stripe.checkout.sessions.create(stripeShop.order(SHOP));
    const expired = await stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: 'expired', payment_status: 'unpaid', url: null });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
    });
  });

  test.each([
    ['49 cents', { line_items: [stripeShop.lineItem(49)] }, { code: 'amount_too_small' }],
    ['an unknown parameter', { wind: 'north' }, { code: 'parameter_unknown', param: 'wind' }],
    [
      'five minutes to pay',
      { expires_at: Math.floor(Date.now() / 1000) + 300 },
      { param: 'expires_at' },
    ],
  ])('%s is refused', async (_what, change, error) => {
    const { stripe } = await openStripe();
    const order: Stripe.Checkout.SessionCreateParams = { ...stripeShop.order(SHOP), ...change };
    await expect(stripe.checkout.sessions.create(order)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    });
  });

  test('a bank transfer needs a customer, and a customer has a cash balance', async () => {
    const { stripe } = await openStripe();
    const customer = await stripe.customers.create({ email: 'ada@example.org' });
    const { customer_email: _, ...order } = stripeShop.order(SHOP);
    const session = await stripe.checkout.sessions.create({
      ...order,
      customer: customer.id,
      allowed_payment_method_types: ['card', 'customer_balance'],
      payment_method_options: {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
        },
      },
    });
    expect(session).toMatchObject({ status: 'open', customer: customer.id, payment_intent: null });
    const balance = await stripe.customers.retrieveCashBalance(customer.id);
    expect(balance).toMatchObject({ object: 'cash_balance', customer: customer.id });
    expect(balance.available?.['eur'] ?? 0).toBe(0);
  });

  test('an unknown session and payment are not found', async () => {
    const { stripe } = await openStripe();
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject(missing);
    const refund = stripe.refunds.create({ payment_intent: 'pi_none' });
    await expect(refund).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('an API key belongs to one account', async () => {
    const { stripe } = await openStripe();
    const { id } = await stripe.accounts.retrieveCurrent();
    expect(id).toMatch(/^acct_\w+$/);
    expect((await stripe.accounts.retrieveCurrent()).id).toBe(id);
  });

  test('a wrong API key creates no session', async () => {
    const { withKey } = await openStripe();
    const { checkout } = withKey('sk_test_wrong');
    await expect(checkout.sessions.create(stripeShop.order(SHOP))).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });
});

describe(`PayPal, ${paypalId ? 'its sandbox' : 'our sandbox'}`, real, () => {
  async function openPayPal(secret?: string): Promise<Client> {
    if (paypalId !== undefined)
      return new Client({
        environment: Environment.Sandbox,
        timeout: 20_000,
        clientCredentialsAuthCredentials: {
          oAuthClientId: paypalId,
          oAuthClientSecret: secret ?? paypalSecret,
        },
      });
    const { sandbox } = await paypalShop.startTestShop();
    const changes: Partial<Configuration> =
      secret === undefined
        ? {}
        : {
            clientCredentialsAuthCredentials: {
              oAuthClientId: paypalShop.CREDENTIALS.clientId,
              oAuthClientSecret: secret,
            },
          };
    return paypalShop.paypalClient(sandbox.paypalApiBase, changes);
  }

  const wish = (paypalRequestId: string = crypto.randomUUID()) => ({
    body: paypalShop.orderRequest(SHOP),
    paypalRequestId,
    prefer: 'return=representation',
  });

  test('a new order waits for its payer and has our amount and our id', async () => {
    const orders = new OrdersController(await openPayPal());
    const { result, statusCode } = await orders.createOrder(wish());
    expect([200, 201]).toContain(statusCode);
    expect(result).toMatchObject({
      id: expect.stringMatching(/^[A-Z0-9]{8,36}$/),
      status: 'PAYER_ACTION_REQUIRED',
      purchaseUnits: [{ amount: { currencyCode: 'EUR', value: '420.00' }, customId: 'order-1' }],
    });
    expect(result.links?.find(({ rel }) => rel === 'payer-action')?.href).toMatch(/^https?:/);
    const seen = await orders.getOrder({ id: result.id ?? '' });
    expect(seen.result).toMatchObject({ id: result.id, status: 'PAYER_ACTION_REQUIRED' });
  });

  test('a request id finds the same order again', async () => {
    const orders = new OrdersController(await openPayPal());
    const again = wish();
    const { result } = await orders.createOrder(again);
    expect((await orders.createOrder(again)).result.id).toBe(result.id);
  });

  test('an order without approval cannot be captured', async () => {
    const orders = new OrdersController(await openPayPal());
    const { result } = await orders.createOrder(wish());
    const capture = orders.captureOrder({
      id: result.id ?? '',
      paypalRequestId: crypto.randomUUID(),
    });
    await expect(capture).rejects.toMatchObject({
      statusCode: 422,
      result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'ORDER_NOT_APPROVED' }] },
    });
  });

  test('an unknown order and capture are not found', async () => {
    const client = await openPayPal();
    const missing = { statusCode: 404 };
    await expect(
      new OrdersController(client).getOrder({ id: '0AA00000AA000000A' }),
    ).rejects.toMatchObject(missing);
    const refund = new PaymentsController(client).refundCapturedPayment({
      captureId: '0AA00000AA000000A',
      paypalRequestId: crypto.randomUUID(),
    });
    await expect(refund).rejects.toMatchObject(missing);
  });

  test('a wrong secret gets no token', async () => {
    const orders = new OrdersController(await openPayPal('wrong'));
    await expect(orders.createOrder(wish())).rejects.toMatchObject({ statusCode: 401 });
  });
});
