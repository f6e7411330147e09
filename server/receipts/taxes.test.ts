import { afterAll, beforeAll, expect, test } from 'vitest';
import { planAsking } from '#server/orders/ask-for-amount.ts';
import { aPerson } from '#tests/support/visitor.ts';
import { inTransaction } from '#server/database/database.ts';
import { goodLinkOf } from '#server/orders/payment-links.ts';
import { carriedOut, linkedOrder } from '#tests/support/a-group.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { openPage, pathOf } from '#tests/support/own-page.ts';
import { paidRegistration, unpaidRegistration } from '#tests/support/paid-registration.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { documentsOf } from './receipts.ts';

let server: TestServer;
beforeAll(async () => {
  const prices = withTaxes(fixtureContent.prices);
  server = await startTestServer({ content: { ...fixtureContent, prices } });
});
afterAll(() => server.close());

const choice: Parameters<typeof paidRegistration>[1] = {
  registrationType: 'REGISTRATION_AND_ACCOMMODATION',
  presentationType: 'POSTER',
  nights: 3,
  guests: 1,
  extras: [{ id: 'tour', count: 1 }],
};

test('the receipt has net, tax and gross for each rate, on the page and in the PDF', async () => {
  const { order } = await paidRegistration(server, choice);
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
  const { words } = await openPage(server, path);
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
  const { order } = await unpaidRegistration(server, choice);
  const { words } = await openPage(server, pathOf(order));
  expect(words).toContain('Net (7% VAT) €459.81 VAT 7% €32.19');
  const { token } = await inTransaction(server.db, (tx) => goodLinkOf(tx, server.context, order));
  expect((await openPage(server, `/pay/${token}`)).words).toContain('VAT 19% €54.21');
});

test('an asked amount has the first rate of prices.yaml, or one that the organiser types', async () => {
  const ask = (tax?: string) =>
    planAsking(server.organising, {
      email: aPerson().email,
      amount: '100',
      words: 'Table',
      name: 'Greta Glas',
      isWithoutFee: false,
      isSecond: false,
      tax,
    });
  for (const [typed, rates] of [
    [undefined, [1900, 1900]],
    ['7 %', [700, 1900]],
    ['exempt', [undefined, 1900]],
  ] as const) {
    const { order } = await linkedOrder(server, await carriedOut(ask(typed)));
    expect(order.items.map(({ taxBasisPoints }) => taxBasisPoints)).toEqual(rates);
  }
  await expect(ask('16')).rejects.toThrow('prices.yaml has no tax of "16": 19, 7 or exempt.');
});
