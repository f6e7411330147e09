import { describe, expect, test } from 'vitest';
import { lineItem, openTestShop, payWith, stripeClient } from './test-shop.ts';

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

describe('a new Checkout Session', () => {
  test('repeats what it was made with, and has the address of its page', async () => {
    const { create, origin } = await openTestShop();
    const session = await create({ allowed_payment_method_types: ['card'], locale: 'en' });
    expect(session).toMatchObject({
      customer_email: 'ada@example.org',
      metadata: { where: 'session' },
      adaptive_pricing: { enabled: false },
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      locale: 'en',
      ui_mode: 'hosted_page',
      url: `${origin}/sandbox/stripe/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{24,}$/);
    expect(session.expires_at - session.created).toBe(DAY);
    for (const key of ['after_expiration', 'consent', 'customer', 'invoice', 'shipping_cost'])
      expect(session).toHaveProperty(key, null);
  });

  test('has its page at the public address when there is one', async () => {
    const { create } = await openTestShop({ publicBaseUrl: 'https://conference.example/' });
    const session = await create();
    expect(session.url).toBe(`https://conference.example/sandbox/stripe/pay/${session.id}`);
  });

  test('adds up quantities and lines', async () => {
    const { create } = await openTestShop();
    const items = [{ ...lineItem(1_000, 'Dinner'), quantity: 3 }, lineItem(500, 'Tour')];
    expect((await create({ line_items: items })).amount_total).toBe(3_500);
    expect((await create({ line_items: [lineItem(50)] })).amount_total).toBe(50);
  });
});

describe('a session that cannot be made', () => {
  const price = 'line_items[0][price_data]';
  const tooLate = { expires_at: Math.floor(Date.now() / 1000) + DAY + 60 };
  const tooSoon = { expires_at: Math.floor(Date.now() / 1000) + HALF_HOUR - 10 };
  test.each([
    ['a success_url that is a path', { success_url: '/done' }, 'url_invalid', 'success_url'],
    ['a script', { cancel_url: 'javascript:alert(1)' }, 'url_invalid', 'cancel_url'],
    ['an expiry in less than 30 minutes', tooSoon, undefined, 'expires_at'],
    ['an expiry after more than a day', tooLate, undefined, 'expires_at'],
    [
      'an empty name',
      { line_items: [lineItem(100, '')] },
      'parameter_invalid_empty',
      `${price}[product_data][name]`,
    ],
    ...[10.5, -1].map(
      (amount) =>
        [
          `an amount of ${amount}`,
          { line_items: [lineItem(amount)] },
          'parameter_invalid_integer',
          `${price}[unit_amount]`,
        ] as const,
    ),
    [
      'a quantity of nothing',
      { line_items: [{ ...lineItem(100), quantity: 0 }] },
      'parameter_invalid_integer',
      'line_items[0][quantity]',
    ],
    ['no line items', { line_items: [] }, 'parameter_missing', 'line_items'],
    ['an address without a domain', { customer_email: 'ada' }, 'email_invalid', 'customer_email'],
    [
      'a reference of 201 characters',
      { client_reference_id: 'x'.repeat(201) },
      undefined,
      'client_reference_id',
    ],
    ['long metadata', { metadata: { key: 'x'.repeat(501) } }, undefined, 'metadata[key]'],
    ['another mode', { mode: 'setup' as const }, undefined, 'mode'],
  ] as const)('is refused for %s', async (_case, changes, code, param) => {
    const { create } = await openTestShop();
    const change = structuredClone(changes) as Parameters<typeof create>[0];
    await expect(create(change)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    });
  });

  test.each([
    ['idr', 167_580_000, 'IDR 1,675,800.00'],
    ['jpy', 41_895, '¥41,895'],
    ['isk', 50_000, 'ISK 500.00'],
    ['kwd', 5_120, 'KWD 5.120'],
  ])('counts %s by a list of its own', async (currency, amount, words) => {
    const { create } = await openTestShop();
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
  ])('cannot be made in %s over %i', async (currency, amount) => {
    const { create } = await openTestShop();
    const item = lineItem(amount);
    const line = { ...item, price_data: { ...item.price_data, currency } };
    await expect(create({ line_items: [line] })).rejects.toMatchObject({ statusCode: 400 });
  });

  test.each([
    ['', 'parameter_invalid_empty'],
    ['1e3', 'parameter_invalid_integer'],
    ['0x10', 'parameter_invalid_integer'],
  ])('takes no amount of “%s”', async (amount, code) => {
    const { sandbox } = await openTestShop();
    const response = await fetch(`${sandbox.stripeApiBase}/v1/refunds`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ payment_intent: 'pi_1', amount }),
    });
    expect(await response.json()).toMatchObject({ error: { code, param: 'amount' } });
  });

  test('names the parameter that is missing', async () => {
    const { stripe } = await openTestShop();
    const nameless = { currency: 'eur', unit_amount: 100 };
    const attempt = stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.example/',
      line_items: [{ quantity: 1, price_data: nameless }],
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'line_items[0][price_data][product_data]',
      message: 'Missing required param: line_items[0][price_data][product_data].',
    });
  });

  test.each([
    ['payment_method_types', { payment_method_types: ['card'], success_url: '' }],
    ['submit_type', { submit_type: 'book' as const }],
    ['line_items[0][colour]', { line_items: [{ ...lineItem(100), colour: 'red' }] }],
  ])('names %s, which the sandbox does not support, before anything else', async (param, more) => {
    const { create } = await openTestShop();
    await expect(create(more)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param,
      message: expect.stringContaining('payment sandbox does not support it'),
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    });
  });
});

describe('a session later on', () => {
  test('is retrieved with the requested expansions', async () => {
    const { create, stripe } = await openTestShop();
    const { id, url } = await create();
    await payWith({ url }, '4242 4242 4242 4242');
    const retrieve = (expand: string[]) => stripe.checkout.sessions.retrieve(id, { expand });
    expect(await retrieve(['payment_intent.latest_charge'])).toMatchObject({
      payment_intent: { object: 'payment_intent', latest_charge: { object: 'charge', paid: true } },
    });
    const plain = await stripe.checkout.sessions.retrieve(id);
    expect(plain.payment_intent).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    await expect(retrieve(['line_items'])).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand[0]',
      message: expect.stringContaining('payment sandbox supports only payment_intent'),
    });
    const intent = String(plain.payment_intent);
    expect(
      await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
    ).toMatchObject({ latest_charge: { object: 'charge' } });
    expect((await stripe.paymentIntents.retrieve(intent)).latest_charge).toMatch(/^ch_/);
  });

  test('expires on demand, and its shop is told once', async () => {
    const { create, stripe, control, webhooks } = await openTestShop();
    const { id } = await create();
    await stripe.checkout.sessions.expire(id);
    await control.settled();
    expect(webhooks.types()).toEqual(['checkout.session.expired']);
  });

  test('expires by the clock', async () => {
    const { create, stripe, control, webhooks } = await openTestShop();
    const { id } = await create({ expires_at: Math.floor(Date.now() / 1000) + 3600 });
    control.advance(3_599_000 - 2_000);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open');
    control.advance(4_000);
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired');
    await control.settled();
    expect(webhooks.types()).toEqual(['checkout.session.expired']);
  });

  test('cannot be expired once it is complete', async () => {
    const { create, stripe } = await openTestShop();
    const session = await create();
    await payWith(session, '4242424242424242');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('complete'),
    });
  });

  test('is listed newest first, in pages, from a time or by its payment', async () => {
    const { create, stripe, control } = await openTestShop();
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
    const { payment_intent } = await stripe.checkout.sessions.retrieve(latest.id);
    const list = await stripe.checkout.sessions.list({ payment_intent: String(payment_intent) });
    expect(list.data.map(({ id }) => id)).toEqual([latest.id]);
  });
});

describe('the API', () => {
  test('answers 404 for ids and routes it does not know', async () => {
    const { stripe } = await openTestShop();
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(stripe.checkout.sessions.retrieve('../events')).rejects.toMatchObject(missing);
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject(missing);
    await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject(missing);
    await expect(stripe.refunds.retrieve('re_none')).rejects.toMatchObject(missing);
    await expect(stripe.events.retrieve('evt_none')).rejects.toMatchObject(missing);
    await expect(stripe.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message:
        'Unrecognized request URL (GET: /v1/customers). If Stripe knows it, the payment sandbox does not support it.',
    });
  });

  test('answers 401 to another key, and to none', async () => {
    const { sandbox } = await openTestShop();
    const stranger = stripeClient(sandbox.stripeApiBase, 'sk_test_somebody_else');
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      message: 'Invalid API Key provided: sk_test_***else',
    });
    const anonymous = await fetch(`${sandbox.stripeApiBase}/v1/checkout/sessions`);
    expect(anonymous.status).toBe(401);
  });

  test('names itself, the request and the version, on the loopback only', async () => {
    const { create, sandbox } = await openTestShop();
    const { lastResponse } = await create();
    expect(lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive');
    expect(sandbox.stripeApiBase).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('refuses another version and another kind of body', async () => {
    const { sandbox } = await openTestShop();
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
