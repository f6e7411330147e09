import { describe, expect, test } from 'vitest';
import { openTestShop, orderRequest } from './test-shop.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('an order with a payment source', () => {
  test('waits for the payer at the page it links to', async () => {
    const { orders, origin } = await openTestShop();
    const { statusCode, result } = await orders.createOrder({
      body: orderRequest(origin),
      paypalRequestId: 'pay_1_create',
      prefer: 'return=representation',
    });
    expect(statusCode).toBe(200);
    expect(result.id).toMatch(/^[A-Z0-9]{17}$/);
    expect(result).toMatchObject({
      status: 'PAYER_ACTION_REQUIRED',
      intent: 'CAPTURE',
      paymentSource: { paypal: {} },
      purchaseUnits: [
        {
          referenceId: 'default',
          amount: { currencyCode: 'EUR', value: '420.00' },
          description: 'Registration',
          customId: 'order-1',
        },
      ],
    });
    expect(result.links?.map(({ rel }) => rel)).toEqual(['self', 'payer-action']);
    expect(result.links?.[1]?.href).toBe(`${origin}/sandbox/paypal/checkoutnow?token=${result.id}`);
  });

  test('has its page on the public origin where there is one', async () => {
    const { create } = await openTestShop({ publicBaseUrl: 'https://plenary.example/' });
    const { id, page } = await create();
    expect(page).toBe(`https://plenary.example/sandbox/paypal/checkoutnow?token=${id}`);
  });

  test('needs a PayPal-Request-Id', async () => {
    const { orders, origin } = await openTestShop();
    const created = orders.createOrder({ body: orderRequest(origin) });
    await expect(created).rejects.toMatchObject({
      statusCode: 400,
      result: { details: [{ issue: 'PAYPAL_REQUEST_ID_REQUIRED' }] },
    });
  });
});

describe('an order without a payment source', () => {
  const request = {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'EUR', value: '10.00' } }],
  };

  test('is created, to be approved', async () => {
    const { call, origin } = await openTestShop();
    const context = { return_url: `${origin}/done`, cancel_url: `${origin}/back` };
    const body = { ...request, application_context: context };
    const { status, json } = await call('POST', '/v2/checkout/orders', body);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      status: 'CREATED',
      links: [
        { rel: 'self', method: 'GET' },
        {
          rel: 'approve',
          href: expect.stringContaining(`${origin}/sandbox/paypal/checkoutnow?token=`),
        },
        { rel: 'update', method: 'PATCH' },
        { rel: 'capture', method: 'POST' },
      ],
    });
  });

  test('without a return address has its page beside the API', async () => {
    const { call, sandbox } = await openTestShop();
    const { json } = await call('POST', '/v2/checkout/orders', request);
    const page = expect.stringContaining(`${sandbox.paypalApiBase}/sandbox/paypal/checkoutnow`);
    expect(json).toMatchObject({ links: [{}, { rel: 'approve', href: page }, {}, {}] });
  });
});

describe('the answer', () => {
  test('is short unless the full one is requested', async () => {
    const { orders, origin, create } = await openTestShop();
    const body = orderRequest(origin);
    const { body: text } = await orders.createOrder({ body, paypalRequestId: 'short' });
    expect(Object.keys(JSON.parse(String(text)))).toEqual([
      'id',
      'status',
      'payment_source',
      'links',
    ]);
    const { id } = await create();
    expect((await orders.getOrder({ id })).result.purchaseUnits).toHaveLength(1);
  });

  test('carries the id for PayPal’s support, as do the bodies of errors', async () => {
    const { call } = await openTestShop();
    const { headers, json } = await call('GET', '/v2/checkout/orders/NONE');
    expect(headers.get('paypal-debug-id')).toMatch(/^f[0-9a-f]{12}$/);
    expect(json).toEqual({
      name: 'RESOURCE_NOT_FOUND',
      message: 'The specified resource does not exist.',
      debug_id: headers.get('paypal-debug-id'),
      details: [
        {
          field: 'order_id',
          location: 'path',
          issue: 'INVALID_RESOURCE_ID',
          description: expect.stringContaining('does not exist'),
        },
      ],
      links: [
        {
          href: expect.stringContaining('#error-INVALID_RESOURCE_ID'),
          rel: 'information_link',
          method: 'GET',
        },
      ],
    });
  });
});

describe('an order lapses', () => {
  test('three hours after it was made', async () => {
    const { create, orders, control } = await openTestShop();
    const { id } = await create();
    control.advance(3 * HOUR_MS - 2_000);
    expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED');
    control.advance(2_000);
    await expect(orders.getOrder({ id })).rejects.toMatchObject({
      statusCode: 404,
      result: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
    });
  });

  test('three hours after its approval, and can no longer be captured', async () => {
    const { approved, capture, control } = await openTestShop();
    const { id } = await approved();
    control.advance(3 * HOUR_MS);
    await expect(capture(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('never once it is captured', async () => {
    const { approved, capture, orders, control } = await openTestShop();
    const { id } = await approved();
    await capture(id);
    control.advance(8 * HOUR_MS);
    expect((await orders.getOrder({ id })).result.status).toBe('COMPLETED');
  });
});

test('an address below /v2 that PayPal does not have is not found', async () => {
  const { call } = await openTestShop();
  const answer = await call('GET', '/v2/nothing');
  expect(answer).toMatchObject({ status: 404, json: { name: 'RESOURCE_NOT_FOUND' } });
});

test('without PayPal in its options the sandbox has no PayPal', async () => {
  const { sandbox, control, origin } = await openTestShop({ paypal: undefined });
  const statusOf = async (url: string) => (await fetch(url, { method: 'POST' })).status;
  expect(await statusOf(`${sandbox.paypalApiBase}/v2/checkout/orders`)).toBe(404);
  expect(await statusOf(`${sandbox.paypalApiBase}/v1/oauth2/token`)).toBe(401);
  expect(await statusOf(`${origin}/sandbox/paypal/checkoutnow?token=X`)).toBe(404);
  expect(() => control.paypalTokenLifetime(1)).toThrow('started without PayPal');
});
