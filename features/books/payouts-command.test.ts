import { DAY, HOUR } from '#contract/time-spans.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { carriedOut } from '#tests/support/a-group.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { entriesOf } from './payouts.ts';

let server: TestSite;
beforeEach(async () => {
  server = await startTestSite({ stripeRetries: 0 });
});

const byCard = () => server.paidByCard();
const byPaypal = () => server.paidByPaypal();

const refund = (reference: string, amount: string) =>
  carriedOut(server.planRefund({ reference, amount }));

async function payouts(...range: string[]) {
  const { text, code } = await server.ran('payouts', ...range);
  return { text, code };
}

/** The same as data for programs. */
async function facts(...range: string[]) {
  const { text, code } = await server.ran('payouts', '--json', ...range);
  return { code, ...JSON.parse(text) };
}

/** Every stored row, for comparison. */
async function stored() {
  const entries = await server.db.selectFrom('payout_entries').selectAll().orderBy('ref').execute();
  const sent = await server.db.selectFrom('payouts').selectAll().orderBy('ref').execute();
  return { entries, sent };
}

/** Moves the clocks of server and providers. */
function later(ms: number): void {
  server.clock.advance(ms);
  server.control.advance(0);
}

describe('payouts of Stripe', () => {
  test('name the day, the gross amount, the fees, the amount and the orders', async () => {
    const first = await byCard();
    later(2000);
    const second = await byCard();
    later(2000);
    await refund(first.reference, '10.00');
    const [ref = ''] = server.control.payout('stripe');
    later(DAY);
    const { text, code } = await payouts();
    const day = new Date(Math.ceil(Date.parse(second.payment.createdAt) / DAY) * DAY)
      .toISOString()
      .slice(0, 10);
    // Each payment is 418.95: 1.5 % is 6.28, and 0.25.
    expect(text.split('\n').slice(0, 4)).toEqual([
      `${day}  stripe  814.84 EUR  (gross 827.90, fees 13.06)  Paid  ${ref}`,
      `    ${first.reference}  418.95, fee 6.53`,
      `    ${second.reference}  418.95, fee 6.53`,
      `    ${first.reference}  refund -10.00`,
    ]);
    expect(text).toContain('0 differences');
    expect(code).toBe(0);
  });

  test('that the bank returned are in the next payout', async () => {
    await byCard();
    const [first = ''] = server.control.payout('stripe');
    await payouts();
    server.control.failPayout(first);
    const [second = ''] = server.control.payout('stripe');
    later(DAY);
    const { text, code } = await payouts();
    expect(text).toMatch(new RegExp(`412\\.42 EUR .* Failed  ${first}`));
    expect(text).toMatch(new RegExp(`412\\.42 EUR .* Paid  ${second}`));
    expect(text).toContain('earlier payouts that the bank returned: 1, net 412.42');
    expect(code).toBe(0);
  });

  test('have lost and won disputes with their fees, and the fees of the account', async () => {
    const [lost, won, open] = [await byCard(), await byCard(), await byCard()];
    for (const { ref } of [lost, won, open]) server.control.dispute(ref);
    await server.control.settled();
    server.control.closeDispute(lost.ref, 'lost');
    server.control.closeDispute(won.ref, 'won');
    server.control.fee('stripe', 300);
    await server.control.settled();
    const { code, onlyInBooks, ofTheAccount, notPaidOutYet } = await facts();
    expect([code, onlyInBooks]).toEqual([0, []]);
    expect(ofTheAccount).toMatchObject([{ grossCents: 0, feeCents: 300, netCents: -300 }]);
    // One payment is left; three fees of 20.00 and three of 6.53 are gone.
    expect(notPaidOutYet).toMatchObject([
      { provider: 'stripe', currency: 'EUR', netCents: 41_895 - 7959 - 300, ofUsCents: 33_936 },
    ]);
  });

  test('hold back what was left when a dispute began, also if a bank returns an earlier refund', async () => {
    const { ref, reference } = await byCard();
    await refund(reference, '100.00');
    const [sent] = await server.listRefunds();
    server.control.dispute(ref);
    await server.control.settled();
    server.control.failRefund(sent?.ref ?? '');
    await server.control.settled();
    // The bank took 318.95 for the dispute of 418.95, and 100.00 has come back since.
    const { code, onlyInBooks } = await facts();
    expect([code, onlyInBooks]).toEqual([0, []]);
  });

  test('in a month are those that arrive in it, and the balance is that of now', async () => {
    await byCard();
    server.control.payout('stripe');
    const { payouts: all } = await facts();
    const month = all[0].arrivesOn.slice(0, 7);
    const other = month.endsWith('-01') ? `${month.slice(0, 5)}03` : `${month.slice(0, 5)}01`;
    expect((await facts('--month', month)).payouts).toHaveLength(1);
    const elsewhere = await facts('--month', other);
    expect([elsewhere.payouts, elsewhere.onlyInBooks, elsewhere.range]).toEqual([[], [], other]);
  });
});

describe('PayPal', () => {
  test('has withdrawals as payouts, and one open period between them', async () => {
    const { reference } = await byPaypal();
    await refund(reference, '5.00');
    later(4 * HOUR);
    const before = await payouts();
    expect(before.text).toContain(
      'not paid out yet: paypal, 403.17 EUR, of it 403.17 EUR of this conference',
    );
    const [withdrawal = ''] = server.control.payout('paypal');
    later(4 * HOUR);
    const { text, code } = await payouts();
    expect(text).toContain(
      `403.17 EUR  (the provider does not say what is in it)  Paid  ${withdrawal}`,
    );
    expect(text).toContain('not paid out yet: paypal, 0.00 EUR\n');
    expect(code).toBe(0);
    server.control.failPayout(withdrawal);
    later(4 * HOUR);
    expect((await payouts()).text).toContain(`Failed  ${withdrawal}`);
    expect((await payouts()).text).toContain('not paid out yet: paypal, 403.17 EUR\n');
  });

  test('is up to three hours late, which is no difference', async () => {
    await byPaypal();
    const early = await facts();
    expect([early.code, early.onlyInBooks, early.notListedYet]).toEqual([0, [], 1]);
    later(4 * HOUR);
    const complete = await facts();
    expect([complete.code, complete.onlyInBooks, complete.notListedYet]).toEqual([0, [], 0]);
  });

  test('is read a month at a time, also after a long pause', async () => {
    await byPaypal();
    later(100 * DAY);
    await byPaypal();
    later(DAY);
    const { notPaidOutYet, code } = await facts();
    expect([code, notPaidOutYet[0].count]).toEqual([0, 2]);
  });

  test('has refunds that came back, lost disputes with their fee, and its own fees', async () => {
    const [first, second] = [await byPaypal(), await byPaypal()];
    await refund(first.reference, '20.00');
    const [sent] = await server.listRefunds();
    server.control.failRefund(sent?.ref ?? '');
    server.control.dispute(second.ref, 5000);
    await server.control.settled();
    server.control.closeDispute(second.ref, 'lost');
    server.control.fee('paypal', 100);
    await server.control.settled();
    await server.post(`/api/payment/update?sessionId=${second.ref}`);
    later(4 * HOUR);
    const kinds = (
      await entriesOf(server.db, { provider: 'paypal', account: 'client', mode: 'sandbox' })
    ).length;
    expect(kinds).toBe(0);
    await payouts();
    const entries = await entriesOf(server.db, {
      provider: 'paypal',
      account: 'client',
      mode: 'sandbox',
    });
    expect(
      entries.map(({ kind, grossCents, feeCents, reference }) => [
        kind,
        grossCents,
        feeCents,
        reference,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['payment', 41_895, 1078, first.reference],
        ['payment', 41_895, 1078, second.reference],
        ['refund', -2000, 0, first.reference],
        ['refund', 2000, 0, first.reference],
        ['dispute', -5000, 0, second.reference],
        ['fee', 0, 1600, second.reference],
        ['fee', 0, 100, undefined],
      ]),
    );
    expect(entries).toHaveLength(7);
  });
});

test('money with our invoice that no book has, and money that is not there, are named', async () => {
  const [lost, changed, fine] = [await byCard(), await byCard(), await byCard()];
  await server.db
    .updateTable('payments')
    .set({ provider_payment_ref: 'pi_elsewhere' })
    .where('id', '=', lost.payment.id)
    .execute();
  await server.db
    .updateTable('payments')
    .set({ arrived_cents: 50_000 })
    .where('id', '=', changed.payment.id)
    .execute();
  const { text, code } = await payouts();
  expect(text).toContain(`payment ${lost.reference}-1 418.95 EUR`);
  expect(text).toContain(
    `in our books, not on the account: stripe, ${lost.reference}-1: our books have 418.95 EUR, the account has 0.00 EUR`,
  );
  expect(text).toContain(
    `${changed.reference}-1: our books have 500.00 EUR, the account has 418.95 EUR`,
  );
  expect(text).not.toContain(`${fine.reference}-1`);
  expect(text).toContain('3 differences');
  expect(code).toBe(1);
});

test('another shop on the account and another currency are no differences, and name nobody', async () => {
  await byCard();
  const other = await fetch(`${server.sandbox.stripeApiBase}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.secretKey}` },
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'isk',
      'line_items[0][price_data][unit_amount]': '500000',
      'line_items[0][price_data][product_data][name]': 'Honey',
      customer_email: 'ada@example.org',
      'payment_intent_data[metadata][invoice]': 'Ada Lovelace 7',
      success_url: `${server.origin}/done`,
    }),
  });
  const { url } = (await other.json()) as { url: string };
  await server.payAt(url);
  server.control.payout('stripe');
  const { code, notFromThisConference, payouts: sent } = await facts();
  expect(code).toBe(0);
  expect(notFromThisConference).toMatchObject([
    { provider: 'stripe', currency: 'ISK', count: 1, grossCents: 500_000 },
  ]);
  expect(sent.map(({ currency }: { currency: string }) => currency).toSorted()).toEqual([
    'EUR',
    'ISK',
  ]);
  expect(JSON.stringify(await stored())).not.toMatch(/Ada|ada@/);
});

describe('a provider that does not tell', () => {
  test('because the key lacks a right is named with the right, and the other one is read', async () => {
    await byCard();
    await byPaypal();
    later(4 * HOUR);
    server.control.mayReport('stripe', false);
    const { text, code } = await payouts();
    expect(text).toContain(
      'stripe: our key may not read the account. It needs “Balance transaction sources: read” and “Payouts: read”',
    );
    expect(text).toContain('not paid out yet: paypal');
    expect(text).toContain('0 differences');
    expect(code).toBe(1);
    server.control.mayReport('stripe', true);
    server.control.mayReport('paypal', false);
    expect((await payouts()).text).toContain('“Transaction Search” of the app');
  });

  test.each([
    [{ status: 500 }, 'stripe', '/balance_transactions'],
    ['malformed', 'stripe', '/payouts'],
    ['unparsable', 'stripe', '/balance_transactions'],
    [{ status: 500 }, 'paypal', '/reporting/'],
    ['unparsable', 'paypal', '/reporting/'],
    ['reset-after', 'paypal', '/reporting/'],
  ] as const)(
    'because of %j at %s leaves what was stored, and is read next time',
    async (...faulty) => {
      const [fault, provider, path] = faulty;
      await (provider === 'stripe' ? byCard() : byPaypal());
      later(4 * HOUR);
      server.control.failNext(fault, 6, { provider, path });
      const { text, code } = await payouts();
      expect(text).toContain(`${provider}: it did not answer`);
      expect(code).toBe(1);
      server.control.clearFaults();
      const complete = await facts();
      expect([complete.code, complete.notPaidOutYet[0].count]).toEqual([0, 1]);
    },
  );
});

test('payments of another account and mode are not compared, and nobody is asked without payments', async () => {
  expect((await payouts()).text).toContain('Nobody has begun to pay');
  const { payment } = await byCard();
  const other = await byCard();
  await server.db
    .updateTable('payments')
    .set({ account: 'acct_other' })
    .where('id', '=', payment.id)
    .execute();
  await server.db
    .updateTable('payments')
    .set({ arrived_cents: 1, account: 'acct_other', mode: 'live' })
    .where('id', '=', other.payment.id)
    .execute();
  expect((await payouts()).text).toContain('Nobody has begun to pay');
  expect((await stored()).entries).toEqual([]);
});

test('a payment that the provider converted into another currency is counted and not compared', async () => {
  const { payment } = await byCard();
  await server.db
    .updateTable('payments')
    .set({ currency: 'USD' })
    .where('id', '=', payment.id)
    .execute();
  const { text, code } = await payouts();
  expect(text).toContain('converted into another currency, and not compared: 1 payment');
  expect(code).toBe(0);
});
