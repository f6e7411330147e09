import { describe, expect, test } from 'vitest';
import { lineItem, startTestShop, payWith, stripeClient } from '../tests/stripe-shop.ts';

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

describe('a new Checkout Session', () => {
  test('has its page at the public address if the options set one', async () => {
    const { create } = await startTestShop({ publicBaseUrl: 'https://conference.example/' });
    const session = await create();
    expect(session.url).toBe(`https://conference.example/sandbox/stripe/pay/${session.id}`);
  });

  test('adds up quantities and lines', async () => {
    const { create } = await startTestShop();
    const items = [{ ...lineItem(1_000, 'Dinner'), quantity: 3 }, lineItem(500, 'Tour')];
    expect((await create({ line_items: items })).amount_total).toBe(3_500);
    expect((await create({ line_items: [lineItem(50)] })).amount_total).toBe(50);
  });
});

describe('a new session with other values', () => {
  const inSeconds = (seconds: number) => ({ expires_at: Math.floor(Date.now() / 1000) + seconds });
  test.each([
    ['a success_url that is a path', { success_url: '/done' }, 'success_url'],
    ['a script', { cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
    ['an expiry in less than 30 minutes', inSeconds(HALF_HOUR - 10), 'expires_at'],
    ['an expiry after more than a day', inSeconds(DAY + 60), 'expires_at'],
    [
      'an empty name',
      { line_items: [lineItem(100, '')] },
      'line_items[0][price_data][product_data][name]',
    ],
    [
      'a part of a cent',
      { line_items: [lineItem(10.5)] },
      'line_items[0][price_data][unit_amount]',
    ],
    [
      'a quantity of zero',
      { line_items: [{ ...lineItem(100), quantity: 0 }] },
      'line_items[0][quantity]',
    ],
    ['no line items', { line_items: [] }, 'line_items'],
    ['an address without a domain', { customer_email: 'ada' }, 'customer_email'],
    ['long metadata', { metadata: { key: 'x'.repeat(501) } }, 'metadata[key]'],
    ['another mode', { mode: 'setup' as const }, 'mode'],
  ])('is refused for %s', async (_case, changes, param) => {
    const { create } = await startTestShop();
    await expect(create(changes)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
    });
  });

  test.each([
    ['idr', 167_580_000, 'IDR 1,675,800.00'],
    ['jpy', 41_895, '¥41,895'],
    ['isk', 50_000, 'ISK 500.00'],
    ['kwd', 5_120, 'KWD 5.120'],
  ])('shows an amount in %s with the decimals of Stripe', async (currency, amount, words) => {
    const { create } = await startTestShop();
    const item = lineItem(amount);
    const line = { ...item, price_data: { ...item.price_data, currency } };
    const { url } = await create({ line_items: [line] });
    const page = await (await fetch(url ?? '')).text();
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`Pay ${words}<`);
  });

  test.each([
    ['xxz', 5_000],
    ['isk', 50_050],
    ['ugx', 101],
    ['kwd', 5_124],
    ['eur', 100_000_000],
  ])('is refused in %s with an amount of %i', async (currency, amount) => {
    const { create } = await startTestShop();
    const item = lineItem(amount);
    const line = { ...item, price_data: { ...item.price_data, currency } };
    await expect(create({ line_items: [line] })).rejects.toMatchObject({ statusCode: 400 });
  });

  test.each([
    ['payment_method_types', { payment_method_types: ['card'], success_url: '' }],
    ['submit_type', { submit_type: 'book' as const }],
    ['line_items[0][colour]', { line_items: [{ ...lineItem(100), colour: 'red' }] }],
  ])(
    'is refused for %s, which the sandbox does not support, before any other mistake',
    async (param, more) => {
      const { create } = await startTestShop();
      await expect(create(more)).rejects.toMatchObject({
        code: 'parameter_unknown',
        param,
        message: expect.stringContaining('payment sandbox does not support it'),
      });
    },
  );
});

describe('a session later on', () => {
  test('expires on demand and sends one webhook', async () => {
    const { create, stripe, control, webhooks } = await startTestShop();
    const { id } = await create();
    await stripe.checkout.sessions.expire(id);
    await control.settled();
    expect(webhooks.types()).toEqual(['checkout.session.expired']);
  });

  test('expires by the clock', async () => {
    const { create, stripe, control, webhooks } = await startTestShop();
    const { id } = await create({ expires_at: Math.floor(Date.now() / 1000) + 3600 });
    control.advance(3_599_000 - 2_000);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    control.advance(4_000);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
    await control.settled();
    expect(webhooks.types()).toEqual(['checkout.session.expired']);
  });

  test('cannot be expired once it is complete', async () => {
    const { create, stripe } = await startTestShop();
    const session = await create();
    await payWith(session, '4242424242424242');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('complete'),
    });
  });

  test('is listed newest first, in pages, and from a given time', async () => {
    const { create, stripe, control } = await startTestShop();
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.unshift((await create()).id);
    control.advance(60_000);
    const latest = await create();
    await payWith(latest, '4242424242424242');
    const seen: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) seen.push(session.id);
    expect(seen).toEqual([latest.id, ...ids]);
    const since = await stripe.checkout.sessions.list({
      created: { gte: latest.created },
      expand: ['data.payment_intent.latest_charge'],
    });
    expect(since).toMatchObject({
      data: [{ id: latest.id, payment_intent: { latest_charge: { amount: 42_000 } } }],
      has_more: false,
      url: '/v1/checkout/sessions',
    });
  });
});

describe('the API', () => {
  test('answers 401 to a wrong key and to a missing key', async () => {
    const { sandbox } = await startTestShop();
    const stranger = stripeClient(sandbox.stripeApiBase, 'sk_test_somebody_else');
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    });
    const anonymous = await fetch(`${sandbox.stripeApiBase}/v1/checkout/sessions`);
    expect(anonymous.status).toBe(401);
  });

  test('refuses another version and another kind of body', async () => {
    const { sandbox } = await startTestShop();
    const url = `${sandbox.stripeApiBase}/v1/checkout/sessions`;
    const key = { Authorization: 'Bearer sk_test_sandbox' };
    const old = await fetch(url, { headers: { ...key, 'Stripe-Version': '2020-08-27' } });
    expect(old.status).toBe(400);
    const json = await fetch(url, {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(400);
    expect(await json.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});
