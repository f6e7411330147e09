import { afterEach, beforeEach, expect, test } from 'vitest';
import { paidByCard, paidByPaypal } from '#tests/support/paid-payments.ts';
import { ran, testContext } from '#tests/support/test-commands.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';

const HOUR = 60 * 60_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ stripeRetries: 0 });
});
afterEach(() => server.close());

const control = () => server.sandbox.control;
const byCard = () => paidByCard(server);
const byPaypal = () => paidByPaypal(server);
const payouts = () => ran(testContext(server), 'payouts');

/** Every stored row, for comparison. */
async function stored() {
  const entries = await server.db.selectFrom('payout_entries').selectAll().orderBy('ref').execute();
  const sent = await server.db.selectFrom('payouts').selectAll().orderBy('ref').execute();
  return { entries, sent };
}

test('reading again, by two organisers at once, stores nothing twice', async () => {
  await byCard();
  await byPaypal();
  control().payout('stripe');
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
  control().payout('stripe');
  await Promise.all([payouts(), payouts()]);
  const { entries, sent } = await stored();
  expect([entries.length, sent.length]).toEqual([5, 2]);
  expect(entries.filter((row) => row.payout_ref === null)).toMatchObject([{ provider: 'paypal' }]);
});

test('a reading that was interrupted is continued: payouts that are stored are not read again', async () => {
  await byCard();
  control().payout('stripe');
  await byCard();
  control().payout('stripe');
  // The list of payouts is read, and the entries of the first payout are not.
  control().failNext({ status: 500 }, 1, { path: '/v1/payouts' });
  expect((await payouts()).code).toBe(1);
  expect((await stored()).entries).toHaveLength(4);
  expect((await payouts()).text).toMatch(/gross 418.95.*gross 418.95/s);
  const calls = () =>
    control()
      .calls()
      .filter(({ path }) => path.includes('balance_tr')).length;
  const before = calls();
  await payouts();
  expect(calls() - before).toBe(1);
});
