import { HOUR } from '#contract/time-spans.ts';
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/database/database.ts';
import { listingOf } from '#server/reports/lists.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { saveEntries, savePayouts } from './payouts.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite({ stripeRetries: 0 });
});

const byCard = () => server.paidByCard();
const byPaypal = () => server.paidByPaypal();
const payouts = () => server.ran('payouts');

/** Every stored row, for comparison. */
async function stored() {
  const entries = await server.db.selectFrom('payout_entries').selectAll().orderBy('ref').execute();
  const sent = await server.db.selectFrom('payouts').selectAll().orderBy('ref').execute();
  return { entries, sent };
}

test('reading again, by two organisers at once, stores nothing twice', async () => {
  await byCard();
  await byPaypal();
  server.control.payout('stripe');
  await byCard();
  server.clock.advance(4 * HOUR);
  await Promise.all([payouts(), payouts(), payouts()]);
  const once = await stored();
  expect(once.entries.map(({ kind }) => kind).toSorted()).toEqual([
    'payment',
    'payment',
    'payment',
    'payout',
  ]);
  await payouts();
  expect(await stored()).toEqual(once);
  server.control.payout('stripe');
  await Promise.all([payouts(), payouts()]);
  const { entries, sent } = await stored();
  expect([entries.length, sent.length]).toEqual([5, 2]);
  expect(entries.filter((row) => row.payout_ref === null)).toMatchObject([{ provider: 'paypal' }]);
});

test('a reading that was interrupted is continued: payouts that are stored are not read again', async () => {
  await byCard();
  server.control.payout('stripe');
  await byCard();
  server.control.payout('stripe');
  // The list of payouts is read, and the entries of the first payout are not.
  server.control.failNext({ status: 500 }, 1, { path: '/v1/payouts' });
  expect((await payouts()).code).toBe(1);
  expect((await stored()).entries).toHaveLength(4);
  expect((await payouts()).text).toMatch(/gross 418.95.*gross 418.95/s);
  const calls = () =>
    server.control.calls().filter(({ path }) => path.includes('balance_tr')).length;
  const before = calls();
  await payouts();
  expect(calls() - before).toBe(1);
});

test('sums of currencies with small units are stored and listed to the unit', async () => {
  const big = 9_000_000_000_001;
  const account = { provider: 'stripe', account: 'acct_test', mode: 'sandbox' } as const;
  const currency = { code: 'IDR', decimals: 2 };
  const at = '2026-05-01T00:00:00.000Z';
  const payout = { ref: 'po_1', state: 'PAID', isAutomatic: true, hasEntries: true } as const;
  const about = {
    kind: 'payment',
    paymentRef: 'pi_1',
    sourceRef: 'ch_1',
    invoice: undefined,
  } as const;
  await inTransaction(server.db, async (tx) => {
    const sent = {
      ...payout,
      amountCents: big - 1,
      currency,
      arrivesOn: '2026-05-02',
      createdAt: at,
    };
    await savePayouts(tx, account, [sent]);
    const entry = { ref: 'txn_1', grossCents: big, feeCents: 1, netCents: big - 1, currency, at };
    await saveEntries(tx, account, [{ ...entry, ...about }], 'po_1');
  });
  const { head, rows } = listingOf(server.organising, 'payouts');
  const [row = []] = (await Array.fromAsync(rows(server.db))).flat();
  const cell = (id: string) => row[head.columns.findIndex((column) => column.id === id) + 1];
  expect([cell('gross'), cell('fees'), cell('amount')]).toEqual([big, 1, big - 1]);
});

test('each of many refunds that came back has the payment of its refund, in whatever reading', async () => {
  const account = { provider: 'paypal', account: 'client', mode: 'sandbox' } as const;
  const amounts = { grossCents: -100, feeCents: 0, netCents: -100, invoice: undefined };
  const about = { ...amounts, currency: { code: 'EUR', decimals: 2 }, at: '2026-05-01T00:00:00Z' };
  const some = Array.from({ length: 501 }, (_, at) => String(at));
  const refunds = some.map((id) => ({
    ...about,
    kind: 'refund' as const,
    ref: `R${id}/T1107`,
    sourceRef: `R${id}`,
    paymentRef: `P${id}`,
  }));
  const cameBack = some.map((id) => ({
    ...about,
    kind: 'adjustment' as const,
    ref: `B${id}/T1900`,
    sourceRef: `B${id}`,
    paymentRef: `R${id}`,
  }));
  for (const entries of [refunds, cameBack]) {
    await inTransaction(server.db, (tx) => saveEntries(tx, account, entries));
  }
  const { entries } = await stored();
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['refund']));
  expect(entries.map((row) => row.payment_ref)).toEqual([
    ...entries.slice(0, 501).map((row) => row.source_ref?.replace('B', 'P')),
    ...entries.slice(501).map((row) => row.source_ref?.replace('R', 'P')),
  ]);
});
