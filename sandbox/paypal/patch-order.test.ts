import { describe, expect, test } from 'vitest';
import { openTestShop } from './test-shop.ts';

describe('an order can be patched', () => {
  const unit = "/purchase_units/@reference_id=='default'";
  const replace = (member: string, value: unknown) => [
    { op: 'replace', path: `${unit}/${member}`, value },
  ];

  test('in its amount and its texts', async () => {
    const { create, call, orders } = await openTestShop();
    const { id } = await create();
    const changes = [
      ...replace('amount', { currency_code: 'EUR', value: '1.00' }),
      ...replace('description', 'Other'),
    ];
    const { status, text } = await call('PATCH', `/v2/checkout/orders/${id}`, changes);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await orders.getOrder({ id })).result.purchaseUnits).toMatchObject([
      { amount: { value: '1.00' }, description: 'Other', customId: 'order-1' },
    ]);
  });

  test.each([
    ['payee', 'x', 400, 'FIELD_NOT_PATCHABLE'],
    ['amount', { currency_code: 'EUR', value: '1' }, 422, 'DECIMAL_PRECISION'],
    ['custom_id', 'x'.repeat(128), 400, 'INVALID_STRING_LENGTH'],
  ])('in its %s only as PayPal allows it', async (member, value, status, issue) => {
    const { create, call } = await openTestShop();
    const { id } = await create();
    const answer = await call('PATCH', `/v2/checkout/orders/${id}`, replace(member, value));
    expect(answer).toMatchObject({ status, json: { details: [{ issue }] } });
    const field = member === 'payee' ? `${unit}/payee` : expect.stringContaining(`${unit}/`);
    expect(answer.json).toMatchObject({ details: [{ field }] });
  });

  test('until the buyer has approved its amount', async () => {
    const { approved, capture, call } = await openTestShop();
    const { id } = await approved();
    const path = `/v2/checkout/orders/${id}`;
    const changes = replace('amount', { currency_code: 'EUR', value: '1.00' });
    expect(await call('PATCH', path, changes)).toMatchObject({
      json: { details: [{ issue: 'AMOUNT_CHANGE_NOT_ALLOWED' }] },
    });
    await capture(id);
    expect(await call('PATCH', path, replace('description', 'x'))).toMatchObject({
      json: { details: [{ issue: 'ORDER_ALREADY_COMPLETED' }] },
    });
  });
});
