import { beforeAll, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { requestRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import { brokenRules, brokenSums } from '#tests/support/en16931.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { attachedXml } from '#tests/support/pdf-a.ts';
import { startTestSite, type TestSite } from '#tests/support/test-site.ts';
import { unexpected } from '#tests/support/unexpected.ts';
import { saveRecipient } from '#server/orders/rows/invoice-recipients.ts';
import { replaceReceipts } from './issue-documents.ts';
import { documentsOf } from './receipts.ts';

let server: TestSite;
beforeAll(async () => {
  const { conference, prices } = fixtureContent;
  server = await startTestSite({
    content: {
      ...fixtureContent,
      prices: withTaxes(prices),
      conference: {
        ...conference,
        documents: { series: '{year}-{n:5}', invoiceDays: 30, receipts: false, eInvoice: true },
        organiser: { ...conference.organiser, vatId: 'DE123456789' },
      },
    },
  });
  return server.close;
});

test('invoice, cancellation, corrected invoice and credit note are downloaded as e-invoices', async () => {
  const { db, context, organising } = server;
  const askFor = async (orderId: string, legalName: string) => {
    const recipient = { legalName, address: ['Sea Road 2', '8010 Graz'], country: 'Austria' };
    await inTransaction(db, async (tx) => {
      await saveRecipient(tx, { ...context, actor: 'participant' }, orderId, recipient);
      await replaceReceipts(organising.receipts, tx, await getOrder(tx, orderId));
    });
  };
  const registration = await server.unpaidRegistration({
    registrationType: 'REGISTRATION_AND_ACCOMMODATION',
    presentationType: 'POSTER',
    nights: 3,
    guests: 1,
    extras: [{ id: 'tour', count: 1 }],
  });
  await askFor(registration.order.id, 'Baltic Institute');
  await registration.pay();
  await askFor(registration.order.id, 'Baltic Institute & Sons');
  const order = await getOrder(db, registration.order.id);
  await requestRefund(context, order.paidPaymentId ?? '', asCents(50_000), 'organiser');
  await sendRefunds(context, unexpected);

  const documents = await documentsOf(db, order.id);
  const xmls = await Promise.all(
    documents.map(async ({ number }) => {
      const answer = await fetch(`${server.origin}/receipt/${order.receiptToken}/${number}.pdf`);
      return attachedXml(Buffer.from(await answer.arrayBuffer()));
    }),
  );
  const of = (xml: string, name: string) => new RegExp(`<ram:${name}[^>]*>([^<]*)`).exec(xml)?.[1];
  const facts = xmls.map((xml) =>
    ['TypeCode', 'ID', 'GrandTotalAmount', 'InvoiceReferencedDocument><ram:IssuerAssignedID'].map(
      (name) => of(xml.slice(xml.indexOf('<rsm:ExchangedDocument>')), name),
    ),
  );
  const [first, cancellation, second, note] = documents.map(({ number }) => number);
  expect(facts).toEqual([
    ['380', first, '851.55', undefined],
    ['381', cancellation, '851.55', first],
    ['380', second, '851.55', first],
    ['381', note, '500.00', second],
  ]);
  for (const [at, xml] of xmls.entries()) {
    expect([...brokenRules(xml), ...brokenSums(xml)]).toEqual([]);
    const { taxes = [] } = documents[at] ?? {};
    const sums = [...xml.matchAll(/<ram:BasisAmount>(\d+)\.(\d\d)</g)].map(
      ([, whole = '', rest = '']) => Number(whole + rest),
    );
    expect(sums).toEqual(taxes.map(({ netCents }) => netCents));
  }
});
