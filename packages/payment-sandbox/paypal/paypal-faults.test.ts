import { OrdersController, ResponseValidationError } from '@paypal/paypal-server-sdk';
import { describe, expect, test } from 'vitest';
import { startTestShop, paypalClient } from '../tests/paypal-shop.ts';

const CAPTURE = { provider: 'paypal', path: '/capture' } as const;

describe('the next call', () => {
  test.each([
    [500, 'INTERNAL_SERVER_ERROR'],
    [409, 'RESOURCE_CONFLICT'],
    [429, 'RATE_LIMIT_REACHED'],
  ] as const)('can be refused with %i, and the call after it works', async (status, name) => {
    const { approved, capture, control } = await startTestShop();
    const { id } = await approved();
    control.failNext({ status });
    // The SDK sets no `result` for unexpected statuses: it leaves the body as text.
    await expect(capture(id, 'k')).rejects.toMatchObject({
      statusCode: status,
      body: expect.stringContaining(`"name":"${name}"`),
    });
    expect(control.ledger()).toEqual({});
    expect((await capture(id, 'k')).statusCode).toBe(201);
  });

  test.each([
    ['reset-before', 0],
    ['hang', 0],
    ['reset-after', 1],
    ['hang-after', 1],
  ] as const)('can end in %s, with %i charges', async (fault, charges) => {
    const { approved, control, sandbox } = await startTestShop();
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

  test('can be carried out and answered with JSON that the SDK cannot use', async () => {
    const { approved, capture, orders, control } = await startTestShop();
    const { id } = await approved();
    control.failNext('unparsable', 1, CAPTURE);
    const error: unknown = await capture(id).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect(error).toMatchObject({ statusCode: 201 });
    expect(control.ledger()['order-1']).toHaveLength(1);
    expect((await orders.getOrder({ id })).result.status).toBe('COMPLETED');
  });
});
