import { describe, expect, test } from 'vitest';
import { startTestShop, order } from '../tests/stripe-shop.ts';

describe('an idempotency key', () => {
  test('gets the first answer again, marked as a replay', async () => {
    const { stripe, origin, control } = await startTestShop();
    const make = () =>
      stripe.checkout.sessions.create(order(origin), { idempotencyKey: 'pay_1_create' });
    const first = await make();
    const second = await make();
    expect(second).toEqual(first);
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed');
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    });
    expect(control.calls()).toMatchObject([
      { path: '/v1/checkout/sessions', idempotencyKey: 'pay_1_create', status: 200 },
      { path: '/v1/checkout/sessions', idempotencyKey: 'pay_1_create', status: 200 },
    ]);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  test('is refused with other parameters, or for another call', async () => {
    const { stripe, origin } = await startTestShop();
    const options = { idempotencyKey: 'k' };
    const { id } = await stripe.checkout.sessions.create(order(origin), options);
    const changed = { ...order(origin), client_reference_id: 'order-2' };
    const refusal = {
      type: 'StripeIdempotencyError',
      statusCode: 400,
      rawType: 'idempotency_error',
    };
    await expect(stripe.checkout.sessions.create(changed, options)).rejects.toMatchObject(refusal);
    await expect(stripe.checkout.sessions.expire(id, undefined, options)).rejects.toMatchObject(
      refusal,
    );
  });

  test('accepts its parameters in another order, and may have 255 characters', async () => {
    const { stripe, origin } = await startTestShop();
    const make = (idempotencyKey: string, params = order(origin)) =>
      stripe.checkout.sessions.create(params, { idempotencyKey });
    const longest = 'k'.repeat(255);
    const { id } = await make(longest);
    const turned = Object.fromEntries(Object.entries(order(origin)).toReversed());
    expect((await make(longest, turned)).id).toBe(id);
    await expect(make(`${longest}k`)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('is in use while its first call is running', async () => {
    const { stripe, origin, control } = await startTestShop();
    const make = () => stripe.checkout.sessions.create(order(origin), { idempotencyKey: 'k' });
    control.failNext({ delayMs: 1000 });
    const first = make();
    await expect.poll(() => control.calls()).toHaveLength(1);
    await expect(make()).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    expect((await make().catch(() => first)).id).toBe((await first).id);
    expect((await make()).id).toBe((await first).id);
  });

  test('is free again after a call with bad parameters', async () => {
    const { stripe, origin } = await startTestShop();
    const options = { idempotencyKey: 'k' };
    const bad = { ...order(origin), success_url: 'nowhere' };
    await expect(stripe.checkout.sessions.create(bad, options)).rejects.toThrow();
    expect(await stripe.checkout.sessions.create(order(origin), options)).toMatchObject({
      status: 'open',
    });
  });

  test('stores the error of a call that was carried out', async () => {
    const { create, stripe } = await startTestShop();
    const { id } = await create();
    await stripe.checkout.sessions.expire(id);
    const again = () => stripe.checkout.sessions.expire(id, undefined, { idempotencyKey: 'k' });
    await expect(again()).rejects.toMatchObject({ statusCode: 400 });
    await expect(again()).rejects.toMatchObject({
      headers: { 'idempotent-replayed': 'true' },
    });
  });

  test('is forgotten after a day', async () => {
    const { stripe, origin, control } = await startTestShop();
    const make = () => stripe.checkout.sessions.create(order(origin), { idempotencyKey: 'k' });
    const first = await make();
    control.advance(24 * 60 * 60 * 1000 + 1000);
    expect((await make()).id).not.toBe(first.id);
  });
});
