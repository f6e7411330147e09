import { describe, expect, test } from 'vitest';
import { startTestShop } from '../tests/paypal-shop.ts';

const HOUR_MS = 60 * 60 * 1000;
const unit = { amount: { currency_code: 'EUR', value: '10.00' } };

describe('an order with a payment source', () => {
  test('links to its page and waits for the payer', async () => {
    const { create, origin } = await startTestShop();
    const result = await create();
    expect(result.id).toMatch(/^[A-Z0-9]{17}$/);
    expect(result).toMatchObject({
      intent: 'CAPTURE',
      paymentSource: { paypal: {} },
      purchaseUnits: [{ referenceId: 'default', description: 'Registration' }],
    });
    expect(result.links?.map(({ rel }) => rel)).toEqual(['self', 'payer-action']);
    expect(result.page).toBe(`${origin}/sandbox/paypal/checkoutnow?token=${result.id}`);
  });

  test('has its page on the public origin if the options set one', async () => {
    const { create } = await startTestShop({ publicBaseUrl: 'https://plenary.example/' });
    const { id, page } = await create();
    expect(page).toBe(`https://plenary.example/sandbox/paypal/checkoutnow?token=${id}`);
  });
});

describe('an order without a payment source', () => {
  const request = { intent: 'CAPTURE', purchase_units: [unit] };

  test('is created and links to its page for the approval', async () => {
    const { call, origin } = await startTestShop();
    const context = { return_url: `${origin}/done`, cancel_url: `${origin}/back` };
    const body = { ...request, application_context: context };
    const { status, json } = await call('POST', '/v2/checkout/orders', body);
    expect(status).toBe(201);
    const page = expect.stringContaining(`${origin}/sandbox/paypal/checkoutnow?token=`);
    expect(json).toMatchObject({
      status: 'CREATED',
      links: [{ rel: 'self' }, { rel: 'approve', href: page }, { rel: 'capture', method: 'POST' }],
    });
  });
});

describe('an order is refused', () => {
  const money = (value: string, code = 'EUR') => ({
    amount: { currency_code: code, value },
  });
  const at = '/purchase_units/0';
  test.each([
    ['an unknown member', { ...unit, price: 1 }, 'MALFORMED_REQUEST_JSON', `${at}/price`],
    ['a number', { ...unit, custom_id: 7 }, 'MALFORMED_REQUEST_JSON', `${at}/custom_id`],
    ['no amount', { description: 'x' }, 'MISSING_REQUIRED_PARAMETER', `${at}/amount`],
    [
      'a long text',
      { ...unit, custom_id: '€'.repeat(128) },
      'INVALID_STRING_LENGTH',
      `${at}/custom_id`,
    ],
    ['105,00', money('105,00'), 'INVALID_PARAMETER_SYNTAX', `${at}/amount/value`],
    ['105.0', money('105.0'), 'DECIMAL_PRECISION', `${at}/amount/value`],
    ['0.00', money('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE', `${at}/amount/value`],
    ['yen with decimals', money('1.00', 'JPY'), 'DECIMAL_PRECISION', `${at}/amount/value`],
    ['KWD', money('1.00', 'KWD'), 'INVALID_CURRENCY_CODE', `${at}/amount/currency_code`],
  ] as const)('for %s', async (_, purchaseUnit, issue, field) => {
    const { call } = await startTestShop();
    const body = { intent: 'CAPTURE', purchase_units: [purchaseUnit] };
    const { json } = await call('POST', '/v2/checkout/orders', body);
    expect(json).toMatchObject({ details: [{ issue, field }] });
  });

  test.each([
    ['an unknown parameter', { money: 1 }, 'MALFORMED_REQUEST_JSON', '/money'],
    ['an unknown intent', { intent: 'TAKE' }, 'INVALID_PARAMETER_VALUE', '/intent'],
    ['two units', { purchase_units: [unit, unit] }, 'MALFORMED_REQUEST_JSON', '/purchase_units'],
    ['no unit', { purchase_units: [] }, 'MALFORMED_REQUEST_JSON', '/purchase_units'],
    ['authorising first', { intent: 'AUTHORIZE' }, 'UNSUPPORTED_INTENT', '/intent'],
    [
      'a return address that is a script',
      { application_context: { return_url: 'javascript:alert(1)' } },
      'INVALID_PARAMETER_SYNTAX',
      '/application_context/return_url',
    ],
  ])('for %s', async (_, changes, issue, field) => {
    const { call } = await startTestShop();
    const body = { intent: 'CAPTURE', purchase_units: [unit], ...changes };
    const { json } = await call('POST', '/v2/checkout/orders', body);
    expect(json).toMatchObject({ details: [{ issue, field }] });
  });

  test('for incomplete JSON, another content type, and its length', async () => {
    const { call } = await startTestShop();
    const path = '/v2/checkout/orders';
    expect(await call('POST', path, '{"intent":')).toMatchObject({
      status: 400,
      json: { name: 'INVALID_REQUEST', details: [{ issue: 'MALFORMED_REQUEST_JSON' }] },
    });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(await call('POST', path, '{}', { 'Content-Type': type })).toMatchObject({
        status: 415,
        json: { name: 'UNSUPPORTED_MEDIA_TYPE' },
      });
    expect(await call('POST', path, `"${'x'.repeat(2 ** 20)}"`)).toMatchObject({
      status: 413,
      json: { name: 'REQUEST_ENTITY_TOO_LARGE' },
    });
  });
});

describe('the answer', () => {
  test('names the call or header that the sandbox does not support', async () => {
    const { call, create } = await startTestShop();
    const { id } = await create();
    expect(await call('PATCH', `/v2/checkout/orders/${id}`, [])).toMatchObject({
      status: 404,
      json: {
        name: 'RESOURCE_NOT_FOUND',
        message: `The payment sandbox does not support PATCH /v2/checkout/orders/${id}.`,
      },
    });
    const mock = { 'PayPal-Mock-Response': '{"mock_application_codes":"INSTRUMENT_DECLINED"}' };
    expect(await call('GET', `/v2/checkout/orders/${id}`, undefined, mock)).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('does not support PayPal-Mock-Response') },
    });
  });
});

describe('an order lapses', () => {
  test('three hours after its creation', async () => {
    const { create, orders, control } = await startTestShop();
    const { id } = await create();
    control.advance(3 * HOUR_MS - 2_000);
    expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED');
    control.advance(2_000);
    await expect(orders.getOrder({ id })).rejects.toMatchObject({ statusCode: 404 });
  });

  test('never after its capture', async () => {
    const { approved, capture, orders, control } = await startTestShop();
    const { id } = await approved();
    await capture(id);
    control.advance(8 * HOUR_MS);
    expect((await orders.getOrder({ id })).result.status).toBe('COMPLETED');
  });
});

test('without PayPal in its options the sandbox has no PayPal', async () => {
  const { sandbox, control, origin } = await startTestShop({ paypal: undefined });
  const statusOf = async (url: string) => (await fetch(url, { method: 'POST' })).status;
  expect(await statusOf(`${sandbox.paypalApiBase}/v2/checkout/orders`)).toBe(404);
  expect(await statusOf(`${sandbox.paypalApiBase}/v1/oauth2/token`)).toBe(401);
  expect(await statusOf(`${origin}/sandbox/paypal/checkoutnow?token=X`)).toBe(404);
  expect(() => control.paypalTokenLifetime(1)).toThrow('started without PayPal');
});
