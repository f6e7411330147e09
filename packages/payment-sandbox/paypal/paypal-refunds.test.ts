import { describe, expect, test } from 'vitest';
import { startTestShop } from '../tests/paypal-shop.ts';

const prefer = 'return=representation';
const euros = (value: string) => ({ currencyCode: 'EUR', value });
const refusedWith = (issue: string) => ({ statusCode: 422, result: { details: [{ issue }] } });

async function startPaidShop() {
  const shop = await startTestShop();
  const { id } = await shop.approved('pays', { invoiceId: 'inv-1' });
  const { order } = await shop.capture(id);
  const captureId = order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
  const refund = (value?: string, paypalRequestId: string = crypto.randomUUID()) =>
    shop.payments.refundCapturedPayment({
      captureId,
      paypalRequestId,
      prefer,
      ...(value === undefined ? {} : { body: { amount: euros(value) } }),
    });
  return { ...shop, id, captureId, refund };
}

describe('a refund', () => {
  test('refunds the whole capture, once', async () => {
    const { refund, captureId, payments, orders, id, control } = await startPaidShop();
    const { statusCode, result } = await refund();
    expect(statusCode).toBe(201);
    expect(result).toMatchObject({
      status: 'COMPLETED',
      amount: euros('420.00'),
      customId: 'order-1',
      sellerPayableBreakdown: { totalRefundedAmount: euros('420.00') },
    });
    expect(result.links?.find(({ rel }) => rel === 'up')?.href).toMatch(
      new RegExp(`/v2/payments/captures/${captureId}$`),
    );
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED');
    expect((await payments.getRefund({ refundId: result.id ?? '' })).result).toEqual(result);
    expect((await orders.getOrder({ id })).result.purchaseUnits).toMatchObject([
      { payments: { captures: [{ status: 'REFUNDED' }], refunds: [{ id: result.id }] } },
    ]);
    expect(control.ledger()['order-1']).toMatchObject([{ amount: 42_000, refunded: 42_000 }]);
    await expect(refund()).rejects.toMatchObject(refusedWith('CAPTURE_FULLY_REFUNDED'));
  });

  test('may be partial, but not exceed the rest of the capture', async () => {
    const { refund, captureId, payments, control } = await startPaidShop();
    await refund('100.00');
    const status = async () => (await payments.getCapturedPayment({ captureId })).result.status;
    expect(await status()).toBe('PARTIALLY_REFUNDED');
    await expect(refund('320.01')).rejects.toMatchObject(refusedWith('REFUND_AMOUNT_EXCEEDED'));
    const { result } = await refund('320.00');
    expect(result.sellerPayableBreakdown?.totalRefundedAmount).toEqual(euros('420.00'));
    expect(await status()).toBe('REFUNDED');
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 42_000 }]);
  });

  test('may wait for the bank of the buyer before it is completed', async () => {
    const { refund, control, payments, webhooks } = await startPaidShop();
    control.pendingRefunds(true);
    const { result } = await refund('100.00');
    expect(result).toMatchObject({ status: 'PENDING', statusDetails: { reason: 'ECHECK' } });
    control.pendingRefunds(false);
    const refundId = result.id ?? '';
    expect((await payments.getRefund({ refundId })).result.status).toBe('COMPLETED');
    await control.settled();
    expect(webhooks.types()).toContain('PAYMENT.CAPTURE.REFUNDED');
  });

  test('may fail at the bank of the buyer', async () => {
    const { refund, captureId, control, payments } = await startPaidShop();
    const refundId = (await refund('100.00')).result.id ?? '';
    control.failRefund(refundId);
    expect((await payments.getRefund({ refundId })).result.status).toBe('FAILED');
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('COMPLETED');
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 0 }]);
    expect(() => control.failRefund('NONE')).toThrow();
  });

  test('repeated with its request id is made once, and after 180 days a new refund is refused', async () => {
    const { refund, captureId, call, control } = await startPaidShop();
    const first = await refund('10.00', 'rf_1');
    const again = await refund('10.00', 'rf_1');
    expect([again.statusCode, again.result.id]).toEqual([200, first.result.id]);
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 1_000 }]);
    control.advance(181 * 24 * 60 * 60 * 1000);
    // `call` gets a new token, because the token of the client has expired.
    const late = await call('POST', `/v2/payments/captures/${captureId}/refund`, {});
    expect(late.json).toMatchObject({ details: [{ issue: 'REFUND_TIME_LIMIT_EXCEEDED' }] });
  });

  test('is refused for invalid parameters', async () => {
    const { refund, payments, captureId, call, control } = await startPaidShop();
    await expect(refund('0.00')).rejects.toMatchObject(refusedWith('CANNOT_BE_ZERO_OR_NEGATIVE'));
    await expect(
      payments.refundCapturedPayment({
        captureId,
        body: { amount: { currencyCode: 'USD', value: '1.00' } },
      }),
    ).rejects.toMatchObject(refusedWith('REFUND_CAPTURE_CURRENCY_MISMATCH'));
    const path = `/v2/payments/captures/${captureId}/refund`;
    expect((await call('POST', path, { sum: 1 })).status).toBe(400);
    await expect(payments.refundCapturedPayment({ captureId: 'NONE' })).rejects.toMatchObject({
      statusCode: 404,
    });
    await expect(payments.getRefund({ refundId: 'NONE' })).rejects.toMatchObject({
      statusCode: 404,
    });
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 0 }]);
  });

  test.each([
    ['stays-pending', undefined, 'PENDING_CAPTURE'],
    ['stays-pending', 'denied', 'REFUND_NOT_ALLOWED'],
  ] as const)('is refused for a capture that %s %s', async (choice, outcome, issue) => {
    const { approved, capture, payments, control } = await startTestShop();
    const { id } = await approved(choice);
    const { order } = await capture(id);
    if (outcome) control.resolvePending(id, outcome);
    const captureId = order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
    await expect(payments.refundCapturedPayment({ captureId })).rejects.toMatchObject(
      refusedWith(issue),
    );
  });
});

describe('in the dashboard', () => {
  test('PayPal reverses the rest of a capture', async () => {
    const { id, captureId, control, webhooks, payments } = await startPaidShop();
    control.refund(id, 1_500);
    control.refund(captureId, 500);
    await control.settled();
    const reversal = control.reverse(id);
    await control.settled();
    expect(webhooks.verified.at(-1)?.event).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.REVERSED',
      resource_type: 'refund',
      resource: { id: reversal, note_to_payer: 'Payment reversed', amount: { value: '400.00' } },
    });
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED');
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 42_000 }]);
    expect(() => control.reverse(id)).toThrow('no money left');
  });

  test('the buyer opens a dispute, once', async () => {
    const { id, captureId, control, webhooks, refund } = await startPaidShop();
    control.dispute(id);
    control.dispute(captureId);
    await control.settled();
    const disputes = webhooks.verified.filter(
      ({ event }) => event.event_type === 'CUSTOMER.DISPUTE.CREATED',
    );
    expect(disputes.map(({ event }) => event)).toMatchObject([
      {
        resource_type: 'dispute',
        resource: {
          status: 'OPEN',
          dispute_amount: { currency_code: 'EUR', value: '420.00' },
          disputed_transactions: [
            { seller_transaction_id: captureId, custom: 'order-1', invoice_number: 'inv-1' },
          ],
        },
      },
    ]);
    expect(control.ledger()['order-1']).toMatchObject([{ disputed: true }]);
    await expect(refund('1.00')).rejects.toMatchObject(refusedWith('TRANSACTION_DISPUTED'));
    expect((await refund()).statusCode).toBe(201);
  });

  test('a dispute that the buyer wins reverses the disputed amount', async () => {
    const { id, captureId, control, webhooks, payments } = await startPaidShop();
    const dispute = control.dispute(id, 2_000);
    await control.settled();
    control.closeDispute(captureId, 'lost');
    await control.settled();
    expect(
      webhooks.verified
        .map(({ event }) => event.event_type)
        .slice(-2)
        .toSorted(),
    ).toEqual(['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REVERSED']);
    expect(webhooks.verified.map(({ event }) => event.resource)).toContainEqual(
      expect.objectContaining({
        dispute_id: dispute,
        status: 'RESOLVED',
        dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
      }),
    );
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe(
      'PARTIALLY_REFUNDED',
    );
    expect(control.ledger()['order-1']).toMatchObject([{ refunded: 2_000 }]);
  });
});
