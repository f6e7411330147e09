import { OrdersController, ResponseValidationError } from '@paypal/paypal-server-sdk';
import { describe, expect, test } from 'vitest';
import { openTestShop, paypalClient } from './test-shop.ts';

const CAPTURE = { provider: 'paypal', path: '/capture' } as const;

describe('the next call', () => {
  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [409, 'RESOURCE_CONFLICT'],
    [429, 'RATE_LIMIT_REACHED'],
  ] as const)('can be refused with %i, and the one after it works', async (status, name) => {
    const { approved, capture, control } = await openTestShop();
    const { id } = await approved();
    control.failNext({ status });
    // Not `result`: for unexpected statuses the SDK leaves the body as text.
    await expect(capture(id, 'k')).rejects.toMatchObject({
      statusCode: status,
      body: expect.stringContaining(`"name":"${name}"`),
    });
    expect(control.ledger()).toEqual({});
    expect((await capture(id, 'k')).statusCode).toBe(201);
  });

  test('can get a 500 that is stored under its id', async () => {
    const { approved, capture, control } = await openTestShop();
    const { id } = await approved();
    control.failNext({ status: 500, remembered: true });
    await expect(capture(id, 'k')).rejects.toMatchObject({ statusCode: 500 });
    await expect(capture(id, 'k')).rejects.toMatchObject({ statusCode: 500 });
    expect((await capture(id, 'other')).statusCode).toBe(201);
  });

  test.each([
    ['reset-before', 0],
    ['hang', 0],
    ['reset-after', 1],
    ['hang-after', 1],
  ] as const)('can end in %s, with %i charges', async (fault, charges) => {
    const { approved, control, sandbox } = await openTestShop();
    const orders = new OrdersController(paypalClient(sandbox.paypalApiBase, { timeout: 200 }));
    const { id } = await approved();
    await control.settled();
    const capture = () => orders.captureOrder({ id, paypalRequestId: 'k' });
    control.failNext(fault, 1, CAPTURE);
    const code = fault.startsWith('reset') ? 'ECONNRESET' : 'ECONNABORTED';
    await expect(capture()).rejects.toMatchObject({ code });
    const called = control.calls().findLast(({ path }) => path.endsWith('/capture'));
    expect(called).toMatchObject({ idempotencyKey: 'k', status: null });
    expect(control.ledger()['order-1'] ?? []).toHaveLength(charges);
    expect((await capture()).statusCode).toBe(charges === 0 ? 201 : 200);
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test('can hang without delaying other calls or the shutdown', async () => {
    const { create, orders, control, stop } = await openTestShop();
    const { id } = await create();
    control.failNext('hang');
    const hanging = orders.getOrder({ id }).catch((error: unknown) => error);
    await expect.poll(() => control.calls().at(-1)?.method).toBe('GET');
    expect((await orders.getOrder({ id })).result.id).toBe(id);
    const began = performance.now();
    await stop();
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await hanging).toBeInstanceOf(Error);
  });

  test('can be done and answered with JSON that the SDK cannot use', async () => {
    const { approved, capture, orders, control } = await openTestShop();
    const { id } = await approved();
    control.failNext('unparsable', 1, CAPTURE);
    const error: unknown = await capture(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({ statusCode: 201 });
    expect(control.ledger()['order-1']).toHaveLength(1);
    expect((await orders.getOrder({ id })).result.status).toBe('COMPLETED');
  });

  test('can be done and answered with broken JSON', async () => {
    const { approved, capture, control } = await openTestShop();
    const { id } = await approved();
    control.failNext('malformed');
    await expect(capture(id)).rejects.toThrow();
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test('can be slow', async () => {
    const { create, orders, control } = await openTestShop();
    const { id } = await create();
    control.failNext({ delayMs: 200 });
    const began = performance.now();
    await orders.getOrder({ id });
    expect(performance.now() - began).toBeGreaterThan(190);
  });
});

describe('a fault with an aim', () => {
  test('applies to its call and to none before it', async () => {
    const { create, capture, approved, control } = await openTestShop();
    control.failNext({ status: 500 }, 1, CAPTURE);
    control.failNext({ status: 429 }, 1, { provider: 'stripe' });
    const { id } = await approved();
    await create();
    await expect(capture(id)).rejects.toMatchObject({ statusCode: 500 });
    expect((await capture(id)).statusCode).toBe(201);
  });

  test('applies to certificates, which no other fault does', async () => {
    const { approved, token, control, webhooks } = await openTestShop();
    control.failNext({ status: 500 }, 1, { path: '/certs/' });
    control.failNext({ status: 500 });
    await expect(token()).rejects.toMatchObject({ statusCode: 500 });
    await approved();
    // The first attempt cannot be verified, so it is refused and sent again.
    await expect.poll(() => webhooks.types()).toEqual(['CHECKOUT.ORDER.APPROVED']);
    expect(webhooks.bodies).toHaveLength(2);
    const fetched = control.calls().filter(({ path }) => path.includes('/certs/'));
    expect(fetched.map(({ status }) => status)).toEqual([500, 200]);
  });
});

describe('negative testing', () => {
  const mock = (code: string) => ({
    'PayPal-Mock-Response': JSON.stringify({ mock_application_codes: code }),
  });

  test.each([
    ['INSTRUMENT_DECLINED', 422],
    ['DUPLICATE_INVOICE_ID', 422],
    ['INTERNAL_SERVER_ERROR', 500],
    ['INVALID_RESOURCE_ID', 404],
  ])('answers %s with %i and does nothing', async (code, status) => {
    const { approved, call, control } = await openTestShop();
    const path = `/v2/checkout/orders/${(await approved()).id}/capture`;
    const answer = await call('POST', path, undefined, mock(code));
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`"${code}"`);
    expect(control.ledger()).toEqual({});
  });

  test.each([['NO_SUCH_CODE'], ['toString']])('does not know %s', async (code) => {
    const { approved, call } = await openTestShop();
    const path = `/v2/checkout/orders/${(await approved()).id}/capture`;
    expect((await call('POST', path, undefined, mock(code))).status).toBe(201);
  });
});
