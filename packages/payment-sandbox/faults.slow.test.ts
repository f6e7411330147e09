import { describe, expect, test } from 'vitest';
import { startTestShop, order } from './tests/stripe-shop.ts';

describe('the next API call', () => {
  test.each([
    [500, 'StripeAPIError'],
    [409, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
  ] as const)('can be refused with %i, and the call after it works', async (status, type) => {
    const { create, stripe, control } = await startTestShop();
    control.failNext({ status });
    await expect(create()).rejects.toMatchObject({ type, statusCode: status });
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
    await create();
  });

  test('can get a 500 that is stored under its key', async () => {
    const { stripe, origin, control } = await startTestShop();
    const make = () => stripe.checkout.sessions.create(order(origin), { idempotencyKey: 'k' });
    control.failNext({ status: 500, remembered: true });
    await expect(make()).rejects.toMatchObject({ statusCode: 500 });
    await expect(make()).rejects.toMatchObject({
      statusCode: 500,
      headers: { 'idempotent-replayed': 'true' },
    });
  });

  test('can lose its connection before it is carried out', async () => {
    const { create, stripe, control } = await startTestShop();
    // Twice: the SDK repeats a call whose connection was reset.
    control.failNext('reset-before', 2);
    await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect(control.calls().map(({ status }) => status)).toEqual([null, null]);
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  test('can lose its connection after it is carried out, and the same key finds the session', async () => {
    const { stripe, origin, control } = await startTestShop();
    const make = () => stripe.checkout.sessions.create(order(origin), { idempotencyKey: 'k' });
    control.failNext('reset-after', 2);
    await expect(make()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    const { data } = await stripe.checkout.sessions.list();
    expect(data).toHaveLength(1);
    expect((await make()).id).toBe(data[0]?.id);
  });

  test('can be carried out and answered with broken JSON', async () => {
    const { create, stripe, control } = await startTestShop();
    control.failNext('malformed');
    await expect(create()).rejects.toMatchObject({ type: 'StripeAPIError' });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  test('can be carried out and answered with text in place of objects', async () => {
    const { create, stripe, control } = await startTestShop();
    control.failNext('unparsable');
    expect(await create()).toMatchObject({ object: 'checkout.session', metadata: 'unparsable' });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  test.each([
    ['hang', 0],
    ['hang-after', 1],
  ] as const)('can %s until the SDK gives up, with %i sessions made', async (fault, made) => {
    const { stripe, origin, control } = await startTestShop();
    // Twice: the SDK repeats a call that timed out.
    control.failNext(fault, 2);
    const options = { timeout: 100, maxNetworkRetries: 1, idempotencyKey: 'k' };
    await expect(stripe.checkout.sessions.create(order(origin), options)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(made);
  });
});

test('a call that hangs delays neither other calls nor the shutdown', async () => {
  const { create, stripe, control, stop } = await startTestShop();
  const { id } = await create();
  control.failNext('hang');
  const hanging = stripe.checkout.sessions.retrieve(id).catch((error: unknown) => error);
  await expect.poll(() => control.calls().at(-1)?.method).toBe('GET');
  expect((await stripe.checkout.sessions.retrieve(id)).id).toBe(id);
  const began = performance.now();
  await stop();
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(await hanging).toBeInstanceOf(Error);
});

describe('a fault with an aim', () => {
  test('applies to a call of its provider and path', async () => {
    const { create, stripe, control } = await startTestShop();
    control.failNext({ status: 500 }, 1, { provider: 'stripe', path: '/expire' });
    control.failNext({ status: 500 }, 1, { provider: 'paypal' });
    const { id } = await create();
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 500 });
    expect((await stripe.checkout.sessions.expire(id)).status).toBe('expired');
  });
});
