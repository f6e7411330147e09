import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { DAY } from '#contract/time-spans.ts';
import { entriesOfPayment } from '#server/bank/bank-entries.ts';
import { unsentBankRefunds } from '#server/bank/bank-refunds.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { atOnce, test } from '#tests/support/at-once.ts';
import { writeCamt } from '#tests/support/bank-statement.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { balancesOf, expectedBalances } from '#tests/support/journal-differences.ts';
import { contradictionsIn } from '#tests/support/order-differences.ts';
import { pathOf } from '#tests/support/own-page.ts';
import { withRules } from '#tests/support/refund-rules.ts';
import { documentDifferences, sumDifferences } from '#tests/support/sum-differences.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import { book, transferRegistration } from '#tests/support/transfers.ts';
import { withTransfers } from '#tests/support/with-transfers.ts';

const folder = testFolder();
const usual = withTransfers();
const { bankTransfer, ...conference } = usual.conference;
const content = { ...usual, prices: withTaxes(usual.prices) };
const server = await startTestSite({ content });
const generous = await startTestSite({
  content: {
    ...content,
    conference: {
      ...conference,
      ...(bankTransfer && { bankTransfer: { ...bankTransfer, acceptMissing: '5.00' } }),
    },
  },
});

const ruled = await startTestSite({ content: withRules(content) });

const stateOf = async (order: { id: string }) => (await server.getOrder(order.id)).state;
const good = (reference: string, ...more: string[]) =>
  server.organise('bank', '--good', reference, '--why', 'fee of the bank', ...more);

/** A registration whose transfer is short by some cents. */
async function short(cents: number, site = server) {
  const transfer = await transferRegistration(site);
  const { reference, order } = transfer;
  await book(site, { reference, cents: order.amountCents - cents }, '--send');
  return transfer;
}

describe('a transfer of another amount', () => {
  test('that is short is accepted by a command with a reason, and is a cost: price, tax and paper stay', async () => {
    const { order, reference, payment, person } = await short(450);
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    const plan = await good(reference);
    expect(plan).toContain('The missing 4.50 EUR would be accepted as a cost of the conference');
    expect(await stateOf(order)).toBe('AWAITING_PAYMENT');
    expect(await good(reference, '--send')).toContain('It is paid');
    expect(await stateOf(order)).toBe('CONFIRMED');
    expect((await server.mailsTo(person.email)).at(-1)?.kind).toBe('payment-confirmed');
    const [paper] = await server.documentsOf(order.id);
    expect(paper?.totalCents).toBe(order.amountCents);
    expect(paper?.paidBy).toMatch(
      /^Bank transfer \(€\d+\.\d\d received, €4\.50 accepted as bank charges; nothing is owed\)$/,
    );
    expect(await entriesOfPayment(server.db, payment.id)).toMatchObject([
      { source: 'hand', bookedCents: order.amountCents - 450 },
      { source: 'accepted', amountCents: 0, bookedCents: 450, words: 'fee of the bank' },
    ]);
    expect(await server.organise('show', reference)).toContain('accepted without 4.50 EUR');
  });

  test('that is short is not accepted where nothing came, everything is paid, or a reason is missing', async () => {
    const { reference, order } = await transferRegistration(server);
    await expect(good(reference, '--send')).rejects.toThrow('Nothing has come');
    await book(server, { reference, cents: order.amountCents }, '--send');
    await expect(good(reference, '--send')).rejects.toThrow('is paid');
    await expect(server.organise('bank', '--good', reference)).rejects.toThrow('--why');
  });

  atOnce('that is short is accepted once by two treasurers', async () => {
    const { order, reference, payment } = await short(300);
    const both = await Promise.allSettled([good(reference, '--send'), good(reference, '--send')]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await entriesOfPayment(server.db, payment.id)).toHaveLength(2);
    expect(await stateOf(order)).toBe('CONFIRMED');
  });

  atOnce(
    'that is short gives back what came and no more if it is cancelled, to the account that paid',
    async () => {
      const { reference, order, payment } = await short(200);
      await good(reference, '--send');
      const came = order.amountCents - 200;
      const neverCame = 'of which 2.00 EUR never came';
      expect(await server.organise('refund', reference)).toContain(neverCame);
      expect(await server.organise('cancel', reference, '--amount', '1.00')).toContain(neverCame);
      expect(await server.organise('cancel', reference, '--amount', 'all', '--send')).toContain(
        neverCame,
      );
      await server.sendRefunds();
      const refunds = (await unsentBankRefunds(server.db)).filter(
        ({ reason }) => reason === reference,
      );
      expect(refunds).toMatchObject([{ iban: 'DE75512108001245126199', amountCents: came }]);
      expect(await stateOf(order)).toBe('REFUNDED');
      const paid = (await server.paymentsOfOrder(order.id)).find(({ id }) => id === payment.id);
      expect(paid).toMatchObject({ state: 'REFUNDED', refundedCents: came });
      expect((await server.documentsOf(order.id)).map((one) => [one.kind, one.totalCents])).toEqual(
        [
          ['receipt', order.amountCents],
          ['credit-note', came],
        ],
      );
      await expect(server.organise('refund', reference)).rejects.toThrow('Nothing is left');
    },
  );

  test('that is short releases the place once all that came is refunded, also in parts, and not before', async () => {
    const { reference, order } = await short(200);
    await good(reference, '--send');
    await server.organise('refund', reference, '--amount', '10.00', '--send');
    expect(await stateOf(order)).toBe('CONFIRMED');
    const tooMuch = ((order.amountCents - 1000) / 100).toFixed(2);
    await expect(
      server.organise('refund', reference, '--amount', tooMuch, '--send'),
    ).rejects.toThrow('is left to refund');
    const plan = await server.organise('refund', reference, '--send');
    expect(plan).toContain('of which 2.00 EUR never came');
    expect(await stateOf(order)).toBe('REFUNDED');
    const refunds = (await unsentBankRefunds(server.db)).filter(
      ({ reason }) => reason === reference,
    );
    const sum = refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);
    expect(sum).toBe(order.amountCents - 200);
  });

  test('that is short gives back by the rules what came at most, and no less than the rules say', async () => {
    const after: ((order: Order) => number)[] = [
      ({ amountCents }) => amountCents - 200,
      ({ amountCents, feeCents }) => (amountCents - feeCents) / 2,
    ];
    for (const [day, expectedOf] of after.entries()) {
      const { order, reference } = await short(200, ruled);
      await ruled.organise('bank', '--good', reference, '--why', 'fee of the bank', '--send');
      // The second rule refunds a half less the fee.
      ruled.clock.advance(day * 1.5 * DAY);
      await ruled.actThrough(`${pathOf(order)}/cancel`);
      await ruled.sendRefunds();
      const [refund] = (await unsentBankRefunds(ruled.db)).filter(
        ({ reason }) => reason === reference,
      );
      expect(refund?.amountCents).toBe(Math.round(expectedOf(order)));
      expect((await ruled.mailsTo(order.customer.email)).at(-1)?.text).not.toContain('earlier');
    }
  });

  test('that is short is accepted by itself up to the limit of conference.yaml, by hand and by a statement', async () => {
    const one = await short(500, generous);
    expect((await generous.getOrder(one.order.id)).state).toBe('CONFIRMED');
    const two = await short(501, generous);
    expect((await generous.getOrder(two.order.id)).state).toBe('AWAITING_PAYMENT');
    const three = await transferRegistration(generous);
    const file = writeCamt(join(folder, 'short.xml'), [
      { cents: three.order.amountCents - 250, words: three.reference },
    ]);
    const plan = await generous.organise('bank', file);
    expect(plan).toContain('What is short by at most 5.00 EUR counts as paid');
    await generous.organise('bank', file, '--send');
    expect((await generous.getOrder(three.order.id)).state).toBe('CONFIRMED');
    const kinds = (await generous.mailsTo(three.person.email)).map(({ kind }) => kind);
    expect(kinds).not.toContain('transfer-part-arrived');
    // The rest that comes all the same is returned.
    await book(generous, { reference: three.reference, cents: 250 }, '--send');
    expect(
      (await unsentBankRefunds(generous.db)).map(({ reason, amountCents }) => [
        reason,
        amountCents,
      ]),
    ).toContainEqual([three.reference, 250]);
  });

  test('that is too much is given to the conference if its payer says so, and is not transferred', async () => {
    const { order, reference } = await transferRegistration(server);
    await book(server, { reference, cents: order.amountCents + 1234 }, '--send');
    await expect(server.organise('bank', '--keep', reference)).rejects.toThrow('--why');
    const why = ['--why', 'mail of the payer of May 4', '--yes'];
    expect(await server.organise('bank', '--keep', reference, ...why)).toContain('It is kept.');
    const left = (await unsentBankRefunds(server.db)).map(({ reason }) => reason);
    expect(left).not.toContain(reference);
    await expect(server.organise('bank', '--keep', reference, ...why)).rejects.toThrow(
      'There is no refund',
    );
    expect((await balancesOf(server))['8190']).toBe(-1234);
    // A refund, which is owed to its payer, is not kept.
    const other = await short(0);
    await server.organise('cancel', other.reference, '--amount', 'all', '--send');
    await server.sendRefunds();
    await expect(server.organise('bank', '--keep', other.reference, ...why)).rejects.toThrow(
      'owed to its payer',
    );
  });

  test('is the same in every sum, paper and account', async () => {
    for (const site of [server, generous, ruled]) {
      expect(await sumDifferences(site)).toEqual([]);
      expect(await documentDifferences(site)).toEqual([]);
      expect(await contradictionsIn(site)).toEqual([]);
    }
    const { '4970': costs } = await balancesOf(server);
    expect(costs).toBe(450 + 300 + 200 + 200);
    const { 1590: loose, ...balances } = await balancesOf(server);
    const { 1590: unassigned, ...expected } = await expectedBalances(server);
    expect(loose).toBe(unassigned);
    expect(balances).toEqual(expected);
  });
});
