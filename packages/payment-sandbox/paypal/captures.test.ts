import { describe, expect, test } from 'vitest';
import { choose, startTestShop } from '../tests/paypal-shop.ts';

const refusedWith = (issue: string) => ({ statusCode: 422, result: { details: [{ issue }] } });

describe('a capture', () => {
  test('of an approved order takes the money', async () => {
    const { approved, capture, control, payments } = await startTestShop();
    const { id } = await approved('pays', { invoiceId: 'inv-1' });
    expect(control.ledger()).toEqual({});
    const { statusCode, order } = await capture(id);
    expect(statusCode).toBe(201);
    expect(order).toMatchObject({
      id,
      status: 'COMPLETED',
      payer: { payerId: 'SANDBXBUYER23', emailAddress: 'buyer@sandbox.example' },
      paymentSource: { paypal: { accountStatus: 'VERIFIED' } },
    });
    const [taken] = order.purchaseUnits?.[0]?.payments?.captures ?? [];
    expect(taken).toMatchObject({
      status: 'COMPLETED',
      amount: { currencyCode: 'EUR', value: '420.00' },
      finalCapture: true,
      customId: 'order-1',
      invoiceId: 'inv-1',
    });
    expect(control.ledger()).toEqual({
      'order-1': [
        {
          provider: 'paypal',
          id: taken?.id,
          amount: 42_000,
          currency: 'eur',
          refunded: 0,
          disputed: false,
          lost: 0,
        },
      ],
    });
    const { result } = await payments.getCapturedPayment({ captureId: taken?.id ?? '' });
    expect(result).toMatchObject({
      status: 'COMPLETED',
      supplementaryData: { relatedIds: { orderId: id } },
    });
  });

  test('happens once for any number of concurrent requests', async () => {
    const { approved, capture, control } = await startTestShop();
    const { id } = await approved();
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => capture(id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject(refusedWith('ORDER_ALREADY_CAPTURED'));
    expect(control.ledger()['order-1']).toHaveLength(1);
  });
});

describe('an invoice id', () => {
  test('can be used for one capture only', async () => {
    const { approved, capture, control } = await startTestShop();
    const first = await approved('pays', { invoiceId: 'inv-1' });
    const second = await approved('pays', { invoiceId: 'inv-1' });
    await capture(first.id);
    await expect(capture(second.id)).rejects.toMatchObject(refusedWith('DUPLICATE_INVOICE_ID'));
    expect(control.ledger()['order-1']).toHaveLength(1);
  });
});

describe('a declined instrument', () => {
  test('sends the buyer back to the page for another approval', async () => {
    const { approved, capture, orders, control } = await startTestShop();
    const { id, page } = await approved('is-declined');
    await expect(capture(id)).rejects.toMatchObject({
      statusCode: 422,
      result: {
        name: 'UNPROCESSABLE_ENTITY',
        details: [{ issue: 'INSTRUMENT_DECLINED' }],
        links: [{ rel: 'information_link' }, { rel: 'redirect', href: page, method: 'GET' }],
      },
    });
    expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED');
    await expect(capture(id)).rejects.toMatchObject(refusedWith('ORDER_NOT_APPROVED'));
    expect(control.ledger()).toEqual({});

    expect(await (await fetch(page)).text()).toContain('This payment was declined.');
    await choose(page, 'pays');
    expect((await capture(id)).order.status).toBe('COMPLETED');
    expect(control.ledger()['order-1']).toHaveLength(1);
  });

  test('may be tried three times', async () => {
    const { approved, capture, control } = await startTestShop();
    const { id, page } = await approved('is-declined');
    for (const next of ['is-declined', 'is-declined', 'pays'] as const) {
      await expect(capture(id)).rejects.toMatchObject(refusedWith('INSTRUMENT_DECLINED'));
      await choose(page, next);
    }
    await expect(capture(id)).rejects.toMatchObject(
      refusedWith('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED'),
    );
    expect(control.ledger()).toEqual({});
  });
});

describe('a pending capture', () => {
  test.each([
    ['completed', 'COMPLETED', 'PAYMENT.CAPTURE.COMPLETED', 1],
    ['denied', 'DECLINED', 'PAYMENT.CAPTURE.DENIED', 0],
  ] as const)('ends %s', async (outcome, status, type, charges) => {
    const { approved, capture, orders, payments, control, webhooks } = await startTestShop();
    const { id } = await approved('stays-pending');
    const { order } = await capture(id);
    const pending = order.purchaseUnits?.[0]?.payments?.captures?.[0];
    expect(order.status).toBe('COMPLETED');
    expect(pending).toMatchObject({
      status: 'PENDING',
      statusDetails: { reason: 'PENDING_REVIEW' },
    });
    expect(control.ledger()).toEqual({});
    await control.settled();
    expect(webhooks.types()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.PENDING']);

    control.resolvePending(id, outcome);
    const { result } = await payments.getCapturedPayment({ captureId: pending?.id ?? '' });
    expect(result).toMatchObject({ status });
    expect((await orders.getOrder({ id })).result.purchaseUnits).toMatchObject([
      { payments: { captures: [{ status }] } },
    ]);
    await control.settled();
    expect(webhooks.types().at(-1)).toBe(type);
    expect(control.ledger()['order-1'] ?? []).toHaveLength(charges);
    expect(() => control.resolvePending(pending?.id ?? '', 'completed')).toThrow('not pending');
  });
});
