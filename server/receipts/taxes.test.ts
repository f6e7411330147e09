import { beforeAll, expect, test } from 'vitest';
import { planAsking } from '#features/asked-amounts/ask-for-amount.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { planRefundUndone } from '#features/asked-amounts/undo-refund.ts';
import { sheetOf } from '#server/reports/lists.ts';
import { bookkeeping } from '#tests/support/fixture-bookkeeping.ts';
import { balancesOf } from '#tests/support/journal-differences.ts';
import { inTransaction } from '#server/database/database.ts';
import { goodLinkOf } from '#server/orders/rows/payment-links.ts';
import { carriedOut } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { pathOf } from '#tests/support/own-page.ts';
import type { paidRegistration } from '#tests/support/paid-registration.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { documentsOf } from './receipts.ts';

let server: TestSite;
beforeAll(async () => {
  const prices = withTaxes(fixtureContent.prices);
  const conference = { ...fixtureContent.conference, bookkeeping };
  server = await startTestSite({ content: { ...fixtureContent, conference, prices } });
  return server.close;
});

const choice: Parameters<typeof paidRegistration>[1] = {
  registrationType: 'REGISTRATION_AND_ACCOMMODATION',
  presentationType: 'POSTER',
  nights: 3,
  guests: 1,
  extras: [{ id: 'tour', count: 1 }],
};

test('the receipt has net, tax and gross for each rate, on the page and in the PDF', async () => {
  const { order } = await server.paidRegistration(choice);
  const [receipt] = await documentsOf(server.db, order.id);
  // Poster 299.00 and the fee of 5 % of 811.00; the room with its guest; the tour.
  expect(receipt).toMatchObject({
    totalCents: 85_155,
    taxes: [
      { basisPoints: 1900, netCents: 28_534, taxCents: 5421, grossCents: 33_955 },
      { basisPoints: 700, netCents: 45_981, taxCents: 3219, grossCents: 49_200 },
      { basisPoints: null, netCents: 2000, taxCents: 0, grossCents: 2000 },
    ],
  });
  const path = `/receipt/${order.receiptToken}`;
  const { words } = await server.openPage(path);
  expect(words).toMatch(/Net \(19% VAT\) €285\.34 VAT 19% €54\.21 Net \(7% VAT\) €459\.81 VAT 7%/);
  const pdf = await fetch(`${server.origin}${path}/${order.reference}.pdf`);
  const printed = linesOfPdf(Buffer.from(await pdf.arrayBuffer())).join(' ');
  for (const text of [words, printed]) {
    expect(text).toContain('Registration (Poster) (19% VAT)');
    expect(text).toContain('Boat tour (Exempt from VAT)');
    for (const row of ['Net (7% VAT)', '€459.81', 'VAT 7%', '€32.19', '€20.00']) {
      expect(text).toContain(row);
    }
    expect(text).toContain('section 4 no. 20 of the VAT act');
  }
});

test('the tax is on the own page and on the page of a link before anybody pays', async () => {
  const { order } = await server.unpaidRegistration(choice);
  const { words } = await server.openPage(pathOf(order));
  expect(words).toContain('Net (7% VAT) €459.81 VAT 7% €32.19');
  const { token } = await inTransaction(server.db, (tx) => goodLinkOf(tx, server.context, order));
  expect((await server.openPage(`/pay/${token}`)).words).toContain('VAT 19% €54.21');
});

test('what is exempt alone is stated as exempt, in documents, sheet and journal, and again in its refund', async () => {
  const exempt = (email: string, amount: string) =>
    planAsking(server.organising, {
      email,
      amount,
      words: 'Lost key',
      name: 'Greta Glas',
      tax: 'exempt',
      isWithoutFee: true,
      isSecond: false,
    });
  const before = await balancesOf(server);
  const plan = await exempt(aPerson().email, '15.00');
  expect(plan.words.join(' ')).toContain('The amount is exempt from VAT.');
  const { order, path } = await server.linkedOrder((await plan.perform()).join(' '));
  expect((await server.openPage(path)).words).toContain('Exempt from VAT €15.00');
  await server.payLink(path);
  const { receiptToken, reference } = order;
  const { words } = await server.openPage(`/receipt/${receiptToken}`);
  expect(words).toMatch(/Exempt from VAT €15\.00 .*section 4 no\. 20 of the VAT act/);
  const [paid] = await documentsOf(server.db, order.id);
  const taxes = (cents: number) => [
    { basisPoints: null, netCents: cents, taxCents: 0, grossCents: cents },
  ];
  expect(paid).toMatchObject({ totalCents: 1500, taxes: taxes(1500) });

  await carriedOut(server.planRefund({ reference, amount: '5.00' }));
  await carriedOut(server.planCorrection({ reference, institute: 'Another' }));
  const refund = (await server.listRefunds()).at(-1);
  const again = await server.linkedOrder(
    await carriedOut(planRefundUndone(server.organising, { id: refund?.id ?? '' })),
  );
  await server.payLink(again.path);
  const rest = await documentsOf(server.db, order.id);
  expect(rest.map(({ kind, taxes: own }) => [kind, own])).toEqual([
    ['receipt', taxes(1500)],
    ['credit-note', taxes(500)],
    ['receipt', taxes(1500)],
  ]);
  const [undone] = await documentsOf(server.db, again.order.id);
  expect(undone?.taxes).toEqual(taxes(500));

  // 15.00 less 5.00, and 5.00 again.
  const { columns, rows } = await sheetOf(server.organising, 'documents');
  const titles = ['Reference', 'Amount', 'Net', 'VAT', 'Exempt'];
  const at = titles.map((title) => columns.findIndex((column) => column.title === title));
  const sums = [0, 0, 0, 0];
  for await (const row of rows) {
    const [of, ...cells] = at.map((index) => row[index]);
    for (const [index, cell] of cells.entries()) {
      if (
        typeof cell === 'object' &&
        'cents' in cell &&
        [reference, again.order.reference].includes(String(of))
      ) {
        sums[index] = (sums[index] ?? 0) + cell.cents;
      }
    }
  }
  expect(sums).toEqual([1500, 1500, 0, 1500]);
  const balances = await balancesOf(server);
  const moved = (account: string) => (balances[account] ?? 0) - (before[account] ?? 0);
  expect([moved('8100'), moved('8200')]).toEqual([-1500, 0]);
});

test('an asked amount has the first rate of prices.yaml, or one that the organiser types', async () => {
  const request = {
    amount: '100',
    words: 'Table',
    name: 'Greta Glas',
    isWithoutFee: false,
    isSecond: false,
  };
  const ask = (tax?: string) =>
    planAsking(server.organising, { ...request, email: aPerson().email, tax });
  for (const [typed, rates] of [
    [undefined, [1900, 1900]],
    ['7 %', [700, 1900]],
    ['exempt', [undefined, 1900]],
  ] as const) {
    const { order } = await server.linkedOrder(await carriedOut(ask(typed)));
    expect(order.items.map(({ taxBasisPoints }) => taxBasisPoints)).toEqual(rates);
  }
  const silent = { ...server.content.prices, taxExemption: undefined };
  const without = { ...server.organising, content: { ...server.content, prices: silent } };
  await expect(
    planAsking(without, { ...request, email: aPerson().email, tax: 'exempt' }),
  ).rejects.toThrow('please add the sentence as tax_exemption');
  await expect(ask('16')).rejects.toThrow('prices.yaml has no tax of "16": 19, 7 or exempt.');
});
