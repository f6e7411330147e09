import { describe, expect, test } from 'vitest';
import { startTestShop } from '../tests/paypal-shop.ts';

describe('a call repeated with its PayPal-Request-Id', () => {
  test('gets the first answer again, even with another body', async () => {
    const { create, control } = await startTestShop();
    const first = await create({}, 'pay_1_create');
    const again = await create({ amount: { currencyCode: 'EUR', value: '1.00' } }, 'pay_1_create');
    expect(again).toEqual(first);
    expect((await create({}, 'pay_2_create')).id).not.toBe(first.id);
    expect(
      control.calls().map(({ idempotencyKey, status }) => ({ idempotencyKey, status })),
    ).toEqual([
      { idempotencyKey: null, status: 200 },
      { idempotencyKey: 'pay_1_create', status: 200 },
      { idempotencyKey: 'pay_1_create', status: 200 },
      { idempotencyKey: 'pay_2_create', status: 200 },
    ]);
  });

  test('is answered with 200 if the first answer was 201', async () => {
    const { approved, capture, control } = await startTestShop();
    const { id } = await approved();
    const first = await capture(id, 'cap-1');
    const again = await capture(id, 'cap-1');
    expect([first.statusCode, again.statusCode]).toEqual([201, 200]);
    expect(again.order).toEqual(first.order);
    expect(control.ledger()['order-1']).toHaveLength(1);
    await expect(capture(id, 'cap-2')).rejects.toMatchObject({
      result: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] },
    });
  });

  test('may succeed after a refusal', async () => {
    const { create, approved, capture, origin } = await startTestShop();
    const { id } = await approved('is-declined');
    await expect(capture(id, 'cap-1')).rejects.toMatchObject({ statusCode: 422 });
    await fetch(`${origin}/sandbox/paypal/checkoutnow?token=${id}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ choice: 'pays' }),
    });
    expect((await capture(id, 'cap-1')).statusCode).toBe(201);
    expect((await create({}, 'cap-1')).id).not.toBe(id);
  });

  test('is refused if the id is longer than 108 characters', async () => {
    const { create } = await startTestShop();
    await create({}, 'k'.repeat(108));
    await expect(create({}, 'k'.repeat(109))).rejects.toMatchObject({ statusCode: 400 });
  });

  test('is carried out again after six hours', async () => {
    const { create, control } = await startTestShop();
    const first = await create({}, 'k');
    control.advance(6 * 60 * 60 * 1000 - 2_000);
    expect((await create({}, 'k')).id).toBe(first.id);
    control.advance(2_000);
    expect((await create({}, 'k')).id).not.toBe(first.id);
  });
});
