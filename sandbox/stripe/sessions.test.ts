import { describe, expect, test } from 'vitest';
import { lineItem, openTestShop, payWith, stripeClient } from './test-shop.ts';

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;

describe('a new Checkout Session', () => {
  test('is open, unpaid and has the address of its page', async () => {
    const { create, origin } = await openTestShop();
    const session = await create();
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 42_000,
      currency: 'eur',
      livemode: false,
      payment_intent: null,
      client_reference_id: 'order-1',
      customer_email: 'ada@example.org',
      metadata: { where: 'session' },
      adaptive_pricing: { enabled: false },
      ui_mode: 'hosted_page',
      url: `${origin}/sandbox/stripe/pay/${session.id}`,
    });
    expect(session.id).toMatch(/^cs_test_[A-Za-z0-9]{24,}$/);
    expect(session.expires_at - session.created).toBe(DAY);
  });

  test('has its page at the public address when there is one', async () => {
    const { create } = await openTestShop({ publicBaseUrl: 'https://conference.example/' });
    const session = await create();
    expect(session.url).toBe(`https://conference.example/sandbox/stripe/pay/${session.id}`);
  });

  test('carries the keys that are null', async () => {
    const { create } = await openTestShop();
    const session = await create();
    for (const key of ['after_expiration', 'consent', 'customer', 'invoice', 'shipping_cost'])
      expect(session).toHaveProperty(key, null);
  });

  test('over nothing requires no payment', async () => {
    const { create } = await openTestShop();
    const session = await create({ line_items: [lineItem(0)] });
    expect(session).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' });
  });

  test('adds up quantities and lines', async () => {
    const { create, stripe } = await openTestShop();
    const items = [{ ...lineItem(1_000, 'Dinner'), quantity: 3 }, lineItem(500, 'Tour')];
    const session = await create({ line_items: items });
    expect(session.amount_total).toBe(3_500);
    const list = await stripe.checkout.sessions.listLineItems(session.id, { limit: 1 });
    expect(list.data).toMatchObject([{ description: 'Dinner', amount_total: 3_000, quantity: 3 }]);
    expect(list.data[0]?.price?.unit_amount_decimal?.toString()).toBe('1000');
    expect(list.has_more).toBe(true);
  });

  test('accepts the other parameters that a shop sends', async () => {
    const { create } = await openTestShop();
    const session = await create({
      allowed_payment_method_types: ['card'],
      submit_type: 'book',
      locale: 'en',
      custom_text: { submit: { message: 'No refunds after May.' } },
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    });
    expect(session).toMatchObject({
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      submit_type: 'book',
      locale: 'en',
      custom_text: { submit: { message: 'No refunds after May.' } },
    });
  });
});

describe('a session that cannot be made', () => {
  const past = { expires_at: Math.floor(Date.now() / 1000) + HALF_HOUR - 10 };
  const tooLate = { expires_at: Math.floor(Date.now() / 1000) + DAY + 60 };
  test.each([
    ['an amount under 50 cents', { line_items: [lineItem(49)] }, 'amount_too_small', undefined],
    ['a success_url that is a path', { success_url: '/done' }, 'url_invalid', 'success_url'],
    [
      'a cancel_url of another kind',
      { cancel_url: 'javascript:alert(1)' },
      'url_invalid',
      'cancel_url',
    ],
    ['an expiry in less than 30 minutes', past, undefined, 'expires_at'],
    ['an expiry after more than a day', tooLate, undefined, 'expires_at'],
    [
      'an empty name',
      { line_items: [lineItem(100, '')] },
      'parameter_invalid_empty',
      'line_items[0][price_data][product_data][name]',
    ],
    [
      'a fraction of a cent',
      { line_items: [lineItem(10.5)] },
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    [
      'a negative amount',
      { line_items: [lineItem(-1)] },
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
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
    [
      'metadata that is too long',
      { metadata: { key: 'x'.repeat(501) } },
      undefined,
      'metadata[key]',
    ],
    ['another mode', { mode: 'setup' as const }, undefined, 'mode'],
    ['an unheard-of submit_type', { submit_type: 'steal' }, undefined, 'submit_type'],
  ])('is refused for %s', async (_case, changes, code, param) => {
    const { create } = await openTestShop();
    await expect(create(changes)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
      param,
    });
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

  test('names the unknown parameter before anything else', async () => {
    const { create } = await openTestShop();
    const old = { payment_method_types: ['card'], success_url: '' };
    await expect(create(old)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'payment_method_types',
      doc_url: 'https://stripe.com/docs/error-codes/parameter-unknown',
    });
    const nested = { line_items: [{ ...lineItem(100), colour: 'red' }] };
    await expect(create(nested)).rejects.toMatchObject({ param: 'line_items[0][colour]' });
  });

  test('may be over 50 cents', async () => {
    const { create } = await openTestShop();
    expect((await create({ line_items: [lineItem(50)] })).amount_total).toBe(50);
  });
});

describe('a session later on', () => {
  test('is retrieved with the requested expansions', async () => {
    const { create, stripe } = await openTestShop();
    const session = await create();
    await payWith(session, '4242 4242 4242 4242');
    const expand = ['line_items', 'payment_intent.latest_charge'];
    const found = await stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(found).toMatchObject({
      line_items: { data: [{ description: 'Registration', amount_total: 42_000 }] },
      payment_intent: { object: 'payment_intent', latest_charge: { object: 'charge', paid: true } },
    });
    const plain = await stripe.checkout.sessions.retrieve(session.id);
    expect(plain.payment_intent).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(plain).not.toHaveProperty('line_items');
    await expect(
      stripe.checkout.sessions.retrieve(session.id, { expand: ['secrets'] }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'expand[0]' });
  });

  test('expires on demand, once', async () => {
    const { create, stripe, control, webhooks } = await openTestShop();
    const { id } = await create();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({
      status: 'expired',
      url: null,
    });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
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

  test('is listed newest first, in pages', async () => {
    const { create, stripe } = await openTestShop();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await create()).id);
    const seen: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) seen.push(session.id);
    expect(seen).toEqual(ids);
    const open = await stripe.checkout.sessions.list({ status: 'complete' });
    expect(open).toMatchObject({ data: [], has_more: false, url: '/v1/checkout/sessions' });
  });
});

describe('the API', () => {
  test('answers 404 for ids it does not know', async () => {
    const { stripe } = await openTestShop();
    const missing = { statusCode: 404, code: 'resource_missing' };
    await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject(missing);
    await expect(stripe.checkout.sessions.retrieve('../events')).rejects.toMatchObject(missing);
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject(missing);
    await expect(stripe.charges.retrieve('ch_none')).rejects.toMatchObject(missing);
    await expect(stripe.refunds.retrieve('re_none')).rejects.toMatchObject(missing);
    await expect(stripe.events.retrieve('evt_none')).rejects.toMatchObject(missing);
  });

  test('answers 404 for routes it does not have', async () => {
    const { stripe } = await openTestShop();
    await expect(stripe.customers.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)'),
    });
  });

  test('answers 401 to another key, and to none', async () => {
    const { sandbox } = await openTestShop();
    const stranger = stripeClient(sandbox, 'sk_test_somebody_else');
    await expect(stranger.checkout.sessions.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    const anonymous = await fetch(`${sandbox.stripeApiBase}/v1/checkout/sessions`);
    expect(anonymous.status).toBe(401);
  });

  test('names itself, the request and the version', async () => {
    const { create } = await openTestShop();
    const { lastResponse } = await create();
    expect(lastResponse.requestId).toMatch(/^req_[A-Za-z0-9]{14}$/);
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive');
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

  test('listens on the loopback only', async () => {
    const { sandbox } = await openTestShop();
    expect(sandbox.stripeApiBase).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
