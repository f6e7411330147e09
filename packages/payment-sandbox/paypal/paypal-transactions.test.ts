import { TransactionSearchController } from '@paypal/paypal-server-sdk';
import { expect, test } from 'vitest';
import { paypalClient, startTestShop } from '../tests/paypal-shop.ts';

const HOUR_MS = 60 * 60 * 1000;

type Shop = Awaited<ReturnType<typeof startTestShop>>;

async function captured(shop: Shop, invoiceId: string): Promise<string> {
  const { id } = await shop.approved('pays', { invoiceId });
  const { order } = await shop.capture(id);
  return order.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '';
}

function search(
  shop: Shop,
  changes: { startDate?: string; pageSize?: number; page?: number } = {},
) {
  const now = Date.now();
  return new TransactionSearchController(
    paypalClient(shop.sandbox.paypalApiBase),
  ).searchTransactions({
    startDate: new Date(now - 24 * HOUR_MS).toISOString(),
    endDate: new Date(now + 24 * HOUR_MS).toISOString(),
    ...changes,
  });
}

const told = async (shop: Shop) =>
  ((await search(shop)).result.transactionDetails ?? []).map(({ transactionInfo: info }) => [
    info?.transactionEventCode,
    info?.transactionAmount?.value,
    info?.feeAmount?.value,
  ]);

test('payments, refunds, lost disputes, fees and withdrawals are listed with their codes', async () => {
  const shop = await startTestShop();
  shop.control.paypalReportDelay(0);
  const first = await captured(shop, 'INV-1');
  const second = await captured(shop, 'INV-2');
  const refund = shop.control.refund(first, 2000);
  shop.control.failRefund(refund);
  shop.control.dispute(second, 5000);
  shop.control.closeDispute(second, 'lost');
  shop.control.fee('paypal', 100);
  const [withdrawal = ''] = shop.control.payout('paypal');
  shop.control.failPayout(withdrawal);
  // 2.49 % of 420.00 is 10.46.
  expect(await told(shop)).toEqual([
    ['T0006', '420.00', '-10.81'],
    ['T0006', '420.00', '-10.81'],
    ['T1107', '-20.00', undefined],
    ['T1100', '20.00', undefined],
    ['T1201', '-50.00', undefined],
    ['T0106', '-16.00', undefined],
    ['T0100', '-1.00', undefined],
    ['T0400', '-751.38', undefined],
    ['T1101', '751.38', undefined],
  ]);
  const { result } = await search(shop, { pageSize: 2, page: 2 });
  expect(result).toMatchObject({ page: 2, totalItems: 9, totalPages: 5 });
  expect(result.transactionDetails?.[0]?.transactionInfo).toMatchObject({
    transactionId: refund,
    paypalReferenceId: first,
    paypalReferenceIdType: 'TXN',
    invoiceId: 'INV-1',
    transactionStatus: 'S',
  });
  expect(result.transactionDetails?.[0]?.payerInfo).toBeUndefined();
});

test('a transaction is in the list three hours later, and no list begins before that', async () => {
  const shop = await startTestShop();
  await captured(shop, 'INV-1');
  expect(await told(shop)).toEqual([]);
  await expect(search(shop, { startDate: new Date().toISOString() })).rejects.toMatchObject({
    statusCode: 400,
    body: expect.stringContaining('Data for the given start date is not available.'),
  });
  shop.control.advance(3 * HOUR_MS + 2000);
  expect(await told(shop)).toHaveLength(1);
});

test('more than 31 days at once, and an app without the feature, are refused', async () => {
  const shop = await startTestShop();
  const longAgo = new Date(Date.now() - 31 * 24 * HOUR_MS).toISOString();
  await expect(search(shop, { startDate: longAgo })).rejects.toMatchObject({ statusCode: 400 });
  shop.control.mayReport('paypal', false);
  await expect(search(shop)).rejects.toMatchObject({
    statusCode: 403,
    body: expect.stringContaining('NOT_AUTHORIZED'),
  });
});
