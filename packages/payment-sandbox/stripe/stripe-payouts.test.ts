import { expect, test } from 'vitest';
import { payWith, startTestShop } from '../tests/stripe-shop.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function paid(shop: Awaited<ReturnType<typeof startTestShop>>) {
  const session = await shop.create();
  await payWith(session, '4242424242424242');
  const { payment_intent: intent } = await shop.stripe.checkout.sessions.retrieve(session.id);
  return { session: session.id, intent: String(intent) };
}

test('a payment, a refund and a dispute move the balance, each with its fee and its source', async () => {
  const shop = await startTestShop();
  const { session, intent } = await paid(shop);
  await shop.stripe.refunds.create({ payment_intent: intent, amount: 2000 });
  shop.control.dispute(session);
  const { data } = await shop.stripe.balanceTransactions.list({ expand: ['data.source'] });
  const told = data.map((each) => [
    each.type,
    each.reporting_category,
    each.amount,
    each.fee,
    each.net,
    typeof each.source === 'object' ? each.source?.object : undefined,
  ]);
  expect(told).toEqual([
    ['adjustment', 'dispute', -40_000, 2000, -42_000, 'dispute'],
    ['refund', 'refund', -2000, 0, -2000, 'refund'],
    // 1.5 % of 420.00 is 6.30.
    ['charge', 'charge', 42_000, 655, 41_345, 'charge'],
  ]);
  shop.control.closeDispute(session, 'won');
  const back = await shop.stripe.balanceTransactions.list({ limit: 1 });
  expect(back).toMatchObject({
    has_more: true,
    data: [{ reporting_category: 'dispute_reversal', amount: 40_000, fee: 0 }],
  });
});

test('available money is paid out on the next day, and the payout lists what is in it', async () => {
  const shop = await startTestShop();
  await paid(shop);
  shop.control.advance(2 * DAY_MS);
  expect((await shop.stripe.payouts.list()).data).toEqual([]);
  shop.control.advance(2 * DAY_MS);
  shop.control.advance(DAY_MS);
  const { data } = await shop.stripe.payouts.list();
  expect(data).toMatchObject([
    { amount: 41_345, automatic: true, status: 'paid', reconciliation_status: 'completed' },
  ]);
  const inIt = await shop.stripe.balanceTransactions.list({ payout: data[0]?.id ?? '' });
  expect(inIt.data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -41_345],
    ['charge', 41_345],
  ]);
  expect((await shop.stripe.balanceTransactions.list({ type: 'charge' })).data).toHaveLength(1);
  const created = { gt: data[0]?.created ?? 0 };
  expect((await shop.stripe.balanceTransactions.list({ created })).data).toEqual([]);
});

test('a payout that the bank returns is in the balance again, and in the next payout', async () => {
  const shop = await startTestShop();
  await paid(shop);
  const [first = ''] = shop.control.payout('stripe');
  shop.control.failPayout(first);
  expect(await shop.stripe.payouts.retrieve(first)).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
  });
  const [second = ''] = shop.control.payout('stripe');
  const { data } = await shop.stripe.balanceTransactions.list({ payout: second });
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -41_345],
    ['payout_failure', 41_345],
  ]);
});

test('a payout by hand cannot be more than is available; a fee of its own is in the next payout', async () => {
  const shop = await startTestShop();
  await paid(shop);
  shop.control.fee('stripe', 500);
  const wish = { amount: 10_000, currency: 'eur' };
  await expect(shop.stripe.payouts.create(wish)).rejects.toMatchObject({
    code: 'balance_insufficient',
  });
  shop.control.payout('stripe');
  expect((await shop.stripe.payouts.list()).data).toMatchObject([{ amount: 40_845 }]);
});

test('a key without the right is refused, and the answer names the right', async () => {
  const shop = await startTestShop();
  shop.control.mayReport('stripe', false);
  await expect(shop.stripe.balanceTransactions.list()).rejects.toMatchObject({
    statusCode: 403,
    type: 'StripePermissionError',
    message: expect.stringContaining('rak_balance_transaction_source_read'),
  });
  shop.control.mayReport('stripe', true);
  expect((await shop.stripe.balanceTransactions.list()).data).toEqual([]);
});
