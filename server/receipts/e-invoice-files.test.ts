import { beforeAll, describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { inTransaction } from '#server/database/database.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { requestRefund, sendRefunds } from '#server/payments/send-refunds.ts';
import { brokenRules, brokenSums } from '#tests/support/en16931.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withTaxes } from '#tests/support/fixture-prices.ts';
import { fieldsOf, pathOf } from '#tests/support/own-page.ts';
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
        documents: {
          series: '{year}-{n:5}',
          invoiceDays: 30,
          receipts: false,
          eInvoice: true,
          eInvoiceFiles: ['xrechnung', 'xrechnung-ubl', 'peppol'],
          eInvoiceByMail: true,
        },
        organiser: {
          ...conference.organiser,
          vatId: 'DE123456789',
          electronicAddress: { scheme: '9930', id: 'DE123456789' },
        },
        secretary: { ...conference.secretary, phone: '+49 351 1234' },
      },
    },
  });
  return server.close;
});

describe('the files beside the PDF', () => {
  const office = {
    legalName: 'Office of Chains',
    address: 'Accounts Payable\nWeg 2\n28195 Bremen',
    country: 'Germany',
    vatId: '',
    leitwegId: '04011000 – 12345 – 03',
    peppolId: '',
    purchaseOrder: 'PO-77',
  };
  const formOf = (owner: { pageToken: string }) => `${pathOf(owner)}/invoice`;
  const namesIn = (text: string) =>
    [...text.matchAll(/href="\/receipt\/[^"]+\/([^"/]+\.xml)"/g)].map(([, name]) => name);
  const fileOf = async (order: { receiptToken: string }, name = '') => {
    const answer = await fetch(`${server.origin}/receipt/${order.receiptToken}/${name}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: await answer.text(),
    };
  };

  test('a payer with a Leitweg-ID downloads them for each document, and gets them by mail', async () => {
    const { order, pay, person, reference } = await server.unpaidRegistration();
    const form = await server.openPage(formOf(order));
    expect(fieldsOf(form.text)).toMatchObject({ leitwegId: '', peppolId: '', purchaseOrder: '' });
    const refused = await server.fillIn(formOf(order), {
      ...office,
      leitwegId: '04011000-12345-04',
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.words).toContain('This is not a Leitweg-ID');
    const townless = { ...office, address: 'Accounts Payable\nWeg 2, Bremen' };
    const nowhere = await server.fillIn(formOf(order), townless);
    expect(nowhere.words).toContain('the last line has the postal code and the city');
    const wrong = await server.fillIn(formOf(order), { ...office, peppolId: '0208:0202239952' });
    expect(wrong.words).toContain('This is not a Peppol ID');
    await server.fillIn(formOf(order), office);
    await pay();
    const paid = await server.getOrder(order.id);
    await requestRefund(server.context, paid.paidPaymentId ?? '', asCents(10_000), 'organiser');
    await sendRefunds(server.context, unexpected);

    const page = await server.openPage(`/receipt/${paid.receiptToken}`);
    expect(page.words).toContain('Leitweg-ID 04011000-12345-03');
    const [invoice, note] = await server.documentsOf(order.id);
    expect(invoice?.recipient).toMatchObject({ leitwegId: '04011000-12345-03' });
    const kinds = ['xrechnung', 'xrechnung-ubl', 'peppol'];
    const named = [invoice, note].flatMap((one) =>
      kinds.map((kind) => `${one?.number}-${kind}.xml`),
    );
    expect(namesIn(page.text)).toEqual(named);
    const files = await Promise.all(named.map((name) => fileOf(paid, name)));
    for (const { status, type, text } of files) {
      expect([status, type]).toEqual([200, 'application/xml']);
      expect(text).toMatch(/BuyerReference>04011000-12345-03</);
      expect(text).toContain('>PO-77<');
      expect(text).toContain('schemeID="0204">04011000-12345-03<');
      if (text.includes('CrossIndustry')) expect(brokenSums(text)).toEqual([]);
    }
    expect(files.map(({ text }) => /<(\w+:)?(\w+) xmlns/.exec(text)?.[2])).toEqual([
      'CrossIndustryInvoice',
      'Invoice',
      'Invoice',
      'CrossIndustryInvoice',
      'CreditNote',
      'CreditNote',
    ]);
    const mails = await server.listMessages(50, reference);
    const attached = mails.flatMap(({ recipient, content }) =>
      content.attachments.map(({ fileName }) => [recipient, fileName]),
    );
    expect(attached.filter(([, name]) => name?.endsWith('.xml')).toSorted()).toEqual(
      named.map((name) => [person.email, name]).toSorted(),
    );
    expect((await fileOf(paid, `${invoice?.number}-factur-x.xml`)).status).toBe(404);
    const other = await server.paidRegistration();
    expect((await fileOf(other.order, named[0])).status).toBe(404);
    expect((await server.openPage(`/receipt/${other.order.receiptToken}`)).text).not.toContain(
      '.xml',
    );
  });

  test('without a Leitweg-ID a German recipient has XRechnung, and one in Belgium the file of Peppol', async () => {
    const one = await server.paidRegistration();
    await server.fillIn(formOf(one.order), { ...office, leitwegId: '', purchaseOrder: '' });
    const page = await server.openPage(`/receipt/${one.order.receiptToken}`);
    const [name = ''] = namesIn(page.text);
    expect(namesIn(page.text)).toHaveLength(2);
    expect((await fileOf(one.order, name)).text).toContain(`BuyerReference>${one.reference}<`);

    const two = await server.paidRegistration();
    const { reference } = two;
    const address = 'Rue 1; 1000 Bruxelles';
    const typed = [
      '--invoice-name',
      'Institut',
      '--invoice-address',
      address,
      '--invoice-country',
      'BE',
    ];
    const plan = ['invoice', reference, ...typed, '--peppol-id', '0208:0202239951', '--yes'];
    expect(await server.organise(...plan)).toContain('Issued');
    const belgian = await server.openPage(`/receipt/${two.order.receiptToken}`);
    const [peppol = ''] = namesIn(belgian.text);
    expect(peppol).toMatch(/-peppol\.xml$/);
    expect((await fileOf(two.order, peppol)).text).toContain('schemeID="0208">0202239951<');
    expect(await server.organise('show', reference)).toContain('Peppol ID 0208:0202239951');
  });
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
