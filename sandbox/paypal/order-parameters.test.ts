import { ApiError } from '@paypal/paypal-server-sdk';
import { describe, expect, test } from 'vitest';
import { openTestShop } from './test-shop.ts';

describe('an order is refused', () => {
  const unit = { amount: { currency_code: 'EUR', value: '10.00' } };
  const at = "/purchase_units/@reference_id=='default'";
  const money = (value: string, code = 'EUR') => ({ currency_code: code, value });
  const priced = (value: string, breakdown: object) => ({
    ...unit,
    amount: { ...money(value), breakdown },
  });

  test.each([
    ['an unknown member', { ...unit, price: 1 }, 400, 'MALFORMED_REQUEST_JSON', `${at}/price`],
    [
      'a number for text',
      { ...unit, custom_id: 7 },
      400,
      'MALFORMED_REQUEST_JSON',
      `${at}/custom_id`,
    ],
    ['no amount', { description: 'x' }, 400, 'MISSING_REQUIRED_PARAMETER', `${at}/amount`],
    [
      'a long custom_id',
      { ...unit, custom_id: 'x'.repeat(128) },
      400,
      'INVALID_STRING_LENGTH',
      `${at}/custom_id`,
    ],
    [
      'a long invoice_id',
      { ...unit, invoice_id: 'x'.repeat(128) },
      400,
      'INVALID_STRING_LENGTH',
      `${at}/invoice_id`,
    ],
    [
      'a long description',
      { ...unit, description: '€'.repeat(128) },
      400,
      'INVALID_STRING_LENGTH',
      `${at}/description`,
    ],
    [
      'an amount in words',
      { amount: money('1e3') },
      400,
      'INVALID_PARAMETER_SYNTAX',
      `${at}/amount/value`,
    ],
    ['a comma', { amount: money('105,00') }, 400, 'INVALID_PARAMETER_SYNTAX', `${at}/amount/value`],
    ['no decimals', { amount: money('105') }, 422, 'DECIMAL_PRECISION', `${at}/amount/value`],
    ['one decimal', { amount: money('105.0') }, 422, 'DECIMAL_PRECISION', `${at}/amount/value`],
    ['three decimals', { amount: money('1.001') }, 422, 'DECIMAL_PRECISION', `${at}/amount/value`],
    [
      'nothing to pay',
      { amount: money('0.00') },
      422,
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      `${at}/amount/value`,
    ],
    [
      'less than nothing',
      { amount: money('-1.00') },
      422,
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      `${at}/amount/value`,
    ],
    [
      'far too much',
      { amount: money('99999999999999.00') },
      422,
      'MAX_VALUE_EXCEEDED',
      `${at}/amount/value`,
    ],
    [
      'an unknown currency',
      { amount: money('1.00', 'XXX') },
      422,
      'INVALID_CURRENCY_CODE',
      `${at}/amount/currency_code`,
    ],
    [
      'parts that do not add up',
      priced('10.00', { item_total: money('9.99') }),
      422,
      'AMOUNT_MISMATCH',
      `${at}/amount/value`,
    ],
    [
      'a negative part',
      priced('10.00', { shipping: money('-1.00') }),
      422,
      'CANNOT_BE_NEGATIVE',
      `${at}/amount/breakdown/shipping/value`,
    ],
    [
      'parts in another currency',
      priced('10.00', { item_total: money('10.00', 'USD') }),
      422,
      'MULTI_CURRENCY_ORDER',
      `${at}/amount/breakdown/item_total/currency_code`,
    ],
    [
      'items without a total',
      { ...unit, items: [{ name: 'a', unit_amount: money('10.00'), quantity: '1' }] },
      422,
      'ITEM_TOTAL_REQUIRED',
      `${at}/amount/breakdown/item_total`,
    ],
    [
      'items that do not add up',
      {
        ...priced('10.00', { item_total: money('10.00') }),
        items: [{ name: 'a', unit_amount: money('3.00'), quantity: '3' }],
      },
      422,
      'ITEM_TOTAL_MISMATCH',
      `${at}/amount/breakdown/item_total`,
    ],
  ])('for %s', async (_, purchaseUnit, status, issue, field) => {
    const { call } = await openTestShop();
    const body = { intent: 'CAPTURE', purchase_units: [purchaseUnit] };
    const answer = await call('POST', '/v2/checkout/orders', body);
    const name = status === 400 ? 'INVALID_REQUEST' : 'UNPROCESSABLE_ENTITY';
    expect(answer).toMatchObject({ status, json: { name, details: [{ issue, field }] } });
  });

  test.each([
    ['an unknown parameter', { money: 1 }, 400, 'MALFORMED_REQUEST_JSON', '/money'],
    ['an unknown intent', { intent: 'TAKE' }, 400, 'INVALID_PARAMETER_VALUE', '/intent'],
    [
      'two purchase units',
      { purchase_units: [unit, unit] },
      400,
      'INVALID_ARRAY_MAX_ITEMS',
      '/purchase_units',
    ],
    ['no purchase unit', { purchase_units: [] }, 400, 'INVALID_ARRAY_MIN_ITEMS', '/purchase_units'],
    ['authorising first', { intent: 'AUTHORIZE' }, 422, 'UNSUPPORTED_INTENT', '/intent'],
    [
      'a return address that is none',
      { application_context: { return_url: 'javascript:alert(1)' } },
      400,
      'INVALID_PARAMETER_SYNTAX',
      '/application_context/return_url',
    ],
    [
      'two contexts',
      { application_context: {}, payment_source: { paypal: { experience_context: {} } } },
      422,
      'INCOMPATIBLE_PARAMETER_VALUE',
      '/application_context',
    ],
  ])('for %s', async (_, changes, status, issue, field) => {
    const { call } = await openTestShop();
    const body = { intent: 'CAPTURE', purchase_units: [unit], ...changes };
    const answer = await call('POST', '/v2/checkout/orders', body, { 'PayPal-Request-Id': '1' });
    expect(answer).toMatchObject({ status, json: { details: [{ issue, field }] } });
  });

  test('for incomplete JSON, and for another content type', async () => {
    const { call } = await openTestShop();
    expect(await call('POST', '/v2/checkout/orders', '{"intent":')).toMatchObject({
      status: 400,
      json: { details: [{ issue: 'MALFORMED_REQUEST_JSON' }] },
    });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(
        await call('POST', '/v2/checkout/orders', '{}', { 'Content-Type': type }),
      ).toMatchObject({ status: 415, json: { name: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  test('for its length', async () => {
    const { call } = await openTestShop();
    const answer = await call('POST', '/v2/checkout/orders', `"${'x'.repeat(2 ** 20)}"`);
    expect(answer).toMatchObject({ status: 413, json: { name: 'REQUEST_ENTITY_TOO_LARGE' } });
  });

  test('as the SDK reports it', async () => {
    const { create } = await openTestShop();
    const error: unknown = await create({
      amount: { currencyCode: 'EUR', value: '420' },
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      statusCode: 422,
      result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'DECIMAL_PRECISION' }] },
    });
  });
});

test('a breakdown that adds up is taken', async () => {
  const { call } = await openTestShop();
  const money = (value: string) => ({ currency_code: 'EUR', value });
  const breakdown = {
    item_total: money('60.00'),
    tax_total: money('6.00'),
    shipping: money('5.00'),
    discount: money('1.00'),
  };
  const items = [
    { name: 'Ticket', unit_amount: money('20.00'), tax: money('2.00'), quantity: '3' },
  ];
  const purchaseUnit = { amount: { ...money('70.00'), breakdown }, items };
  const body = { intent: 'CAPTURE', purchase_units: [purchaseUnit] };
  expect((await call('POST', '/v2/checkout/orders', body)).status).toBe(201);
});
