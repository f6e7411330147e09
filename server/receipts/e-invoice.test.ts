import { describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { attachedXml, pdfAMistakes } from '#tests/support/pdf-a.ts';
import { linesOfPdf } from '#tests/support/pdf-text.ts';
import { eInvoiceFacts, meansOf } from './e-invoice-facts.ts';
import { eInvoiceOf } from './e-invoice-of.ts';
import type { ReceiptDocument } from './receipt-document.ts';
import { makeReceiptSheet } from './receipt-sheet.ts';

const { mails, conference } = fixtureContent;
const { organiser } = conference;

/** A conference that sends e-invoices. */
const issuer = {
  ...conference,
  documents: { series: '{year}-{n:5}', invoiceDays: 30, receipts: false, eInvoice: true },
  organiser: { ...organiser, vatId: 'DE123456789', taxNote: 'Exempt: section 4 no. 22 a' },
};
const recipient = {
  legalName: 'Baltic Institute & Sons',
  address: ['Department of Chains', 'Sea Road 2', '8010 Graz'],
  country: 'Austria',
};

function anInvoice(traits: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    language: 'en',
    kind: 'invoice',
    number: '2026-00001',
    reference: 'PS26-7K3M-9QXW',
    issuedAt: '2026-05-20T23:00:00.000Z',
    issuedOn: '2026-05-21',
    issuer: ['Society of Examples', 'Example Street 1', '01067 Dresden, Germany'],
    conference: ['Polymers & <Chains> 2026', 'An invented conference', 'May 29-30, 2026'],
    customer: ['Ottilie Kassenwart', 'Baltic Institute', 'Austria'],
    recipient,
    lines: [{ words: 'Registration (Speaker)', cents: 29_900, taxBasisPoints: 1900 }],
    totalCents: asCents(29_900),
    decimals: 2,
    currency: 'EUR',
    paidBy: 'Card',
    means: 'card',
    isTest: false,
    eInvoice: eInvoiceFacts(issuer),
    ...traits,
  };
}

const pdfOf = (document: ReceiptDocument) => makeReceiptSheet(mails, conference.looks, document);
const titleOf = (document: ReceiptDocument) =>
  `Polymers & <Chains> 2026 · Invoice ${document.number}`;

describe('the PDF of an e-invoice', () => {
  const names = ['王小明 北京大学', 'علي بن محمد', 'Ελένη Παπαδοπούλου', 'Ada 😀'];
  const lines = Array.from({ length: 40 }, (_, nth) => {
    return { words: 'Registration', statedByPayer: names[nth % 4] ?? '', cents: 10_007 };
  });

  test.each([
    ['of one page', anInvoice()],
    ['of several pages, with names in other scripts', anInvoice({ lines, customer: names })],
  ])('%s is a PDF/A-3 with the XML inside', async (_, document) => {
    const pdf = await pdfOf(document);
    expect(pdfAMistakes(pdf, titleOf(document))).toEqual([]);
    expect(brokenRules(attachedXml(pdf))).toEqual([]);
    expect(await pdfOf(document)).toEqual(pdf);
  });

  test('prints and tags what the PDF without XML has', async () => {
    const plain = await pdfOf(anInvoice({ eInvoice: undefined }));
    const pdf = await pdfOf(anInvoice());
    expect(attachedXml(plain)).toBe('');
    expect(pdfAMistakes(plain, titleOf(anInvoice()))).toEqual([
      'an output intent with a profile for RGB',
      'the XML as an associated file',
      'metadata that name standard, title and e-invoice',
    ]);
    expect(linesOfPdf(pdf)).toEqual(linesOfPdf(plain));
    const tagsOf = (one: Buffer) => one.toString('latin1').match(/\/S \/\w+\n\/P/g);
    expect(tagsOf(pdf)).toEqual(tagsOf(plain));
  });

  test('has the sums that are printed', async () => {
    const taxed = [
      { words: 'Registration', cents: 29_900, taxBasisPoints: 1900 },
      { words: 'Room', cents: 38_700, taxBasisPoints: 700 },
      { words: 'Fee', cents: 1495, taxBasisPoints: 1900 },
    ];
    const taxes = [
      { basisPoints: 1900, netCents: 26_382, taxCents: 5013, grossCents: 31_395 },
      { basisPoints: 700, netCents: 36_168, taxCents: 2532, grossCents: 38_700 },
    ];
    const pdf = await pdfOf(anInvoice({ lines: taxed, taxes, totalCents: asCents(70_095) }));
    const printed = linesOfPdf(pdf).join('\n');
    for (const amount of ['263.82', '50.13', '361.68', '25.32', '700.95']) {
      expect(printed).toContain(`€${amount}`);
      expect(attachedXml(pdf)).toContain(`>${amount}<`);
    }
  });
});

describe('an e-invoice', () => {
  test.each([
    ['invoice', { corrects: undefined }, '380', undefined],
    ['invoice', { corrects: '2026-00007' }, '380', '2026-00007'],
    ['invoice-cancellation', { cancels: '2026-00007' }, '381', '2026-00007'],
    ['credit-note', { receipt: '2026-00007' }, '381', '2026-00007'],
    ['cancellation', { receipt: '2026-00007' }, '383', '2026-00007'],
  ] as const)(
    'of the kind %s with %j has the type of the standard',
    (kind, traits, type, about) => {
      expect(eInvoiceOf(anInvoice({ kind, ...traits }), 'Test')).toMatchObject({ type, about });
    },
  );

  test('says who sells what to whom, when, and how it was paid', () => {
    const ordered = { ...recipient, vatId: 'ATU12345678', purchaseOrder: 'PO-77' };
    expect(eInvoiceOf(anInvoice({ recipient: ordered, isTest: true }), 'Test')).toMatchObject({
      number: '2026-00001',
      date: '2026-05-21',
      notes: ['Polymers & <Chains> 2026\nAn invented conference\nMay 29-30, 2026', 'Test'],
      seller: { name: organiser.legalName, countryCode: 'DE', vatId: 'DE123456789' },
      buyer: {
        name: 'Baltic Institute & Sons',
        address: ['Department of Chains', 'Sea Road 2'],
        postalCode: '8010',
        city: 'Graz',
        countryCode: 'AT',
        vatId: 'ATU12345678',
      },
      purchaseOrder: 'PO-77',
      period: { start: '2026-05-29', end: '2026-05-30' },
      payment: { by: 'card', words: 'Card' },
      exemption: 'Exempt: section 4 no. 22 a',
    });
  });

  test.each([
    ['a receipt', anInvoice({ kind: 'receipt' })],
    [
      'an invoice of a conference that sends none',
      anInvoice({ eInvoice: eInvoiceFacts(conference) }),
    ],
    ['an invoice without recipient', anInvoice({ recipient: undefined })],
    ['an invoice to no country', anInvoice({ recipient: { ...recipient, country: 'Other' } })],
  ])('is not %s', (_, document) => {
    expect(eInvoiceOf(document, 'Test')).toBeUndefined();
  });

  test.each([
    ['Germany', 'D-01067 Dresden', '01067', 'Dresden'],
    ['Austria', 'A-1010 Wien', '1010', 'Wien'],
    ['Luxembourg', 'L-1234 Luxembourg', '1234', 'Luxembourg'],
    ['France', '75231 Paris Cedex 05', '75231', 'Paris Cedex 05'],
    ['Italy', '20133 Milano (MI)', '20133', 'Milano (MI)'],
    ['Lithuania', 'LT-01513 Vilnius', '01513', 'Vilnius'],
    ['Netherlands', '1012 WX Amsterdam', '1012 WX', 'Amsterdam'],
    ['Netherlands', '2132NG Hoofddorp', '2132NG', 'Hoofddorp'],
    ['United Kingdom', 'London SW1A 2AA', 'SW1A 2AA', 'London'],
    ['United Kingdom', 'Cambridge, CB2 1TN', 'CB2 1TN', 'Cambridge'],
    ['Ireland', 'Dublin 2, D02 PN40', 'D02 PN40', 'Dublin 2'],
    ['Sweden', '114 28 Stockholm', '114 28', 'Stockholm'],
    ['Sweden', 'SE-114 28 Stockholm', '114 28', 'Stockholm'],
    ['Czechia', '110 00 Praha 1', '110 00', 'Praha 1'],
    ['Slovakia', '81499 Bratislava', '81499', 'Bratislava'],
    ['Greece', 'GR-106 71 Athens', '106 71', 'Athens'],
    ['Poland', '00-927 Warszawa', '00-927', 'Warszawa'],
    ['Portugal', '1649-004 Lisboa', '1649-004', 'Lisboa'],
    ['Latvia', 'Rīga, LV-1586', 'LV-1586', 'Rīga'],
    ['United States', 'Cambridge, MA 02139', '02139', 'Cambridge', 'MA'],
    ['United States', 'New York NY 10027-6902', '10027-6902', 'New York', 'NY'],
    ['Canada', 'Toronto, ON M5S 1A1', 'M5S 1A1', 'Toronto', 'ON'],
    ['Australia', 'Sydney NSW 2006', '2006', 'Sydney', 'NSW'],
    ['Brazil', 'São Paulo - SP, 05508-900', '05508-900', 'São Paulo', 'SP'],
    ['Brazil', '05508-900 São Paulo', '05508-900', 'São Paulo'],
    ['Japan', 'Tokyo 113-8654', '113-8654', 'Tokyo'],
    ['Japan', '〒113-8654 Tokyo', '113-8654', 'Tokyo'],
    ['Iceland', '102 Reykjavík', '102', 'Reykjavík'],
    ['Malta', 'Msida MSD 2080', 'MSD 2080', 'Msida'],
    ['India', 'Mumbai - 400 076', '400 076', 'Mumbai'],
    ['Singapore', 'Singapore 117575', '117575', 'Singapore'],
    ['China', '100871 Beijing', '100871', 'Beijing'],
    ['South Korea', 'Seoul 08826', '08826', 'Seoul'],
    ['New Zealand', 'Wellington 6140', '6140', 'Wellington'],
    ['Argentina', 'C1428EGA Buenos Aires', 'C1428EGA', 'Buenos Aires'],
    ['Israel', 'Haifa 3200003', '3200003', 'Haifa'],
    ['New Zealand', 'PO Box 6140'],
    ['New Zealand', '1200 Sea Road'],
    ['Hong Kong', '1234 Nathan Road, Kowloon'],
    ['Netherlands', '1012 Amsterdam West 5'],
    ['United States', '1600 Pennsylvania Avenue'],
    ['Austria', '2100 Main Street 5'],
  ])('to %s has of the line %j its postal code and its town', (country, line, ...parts) => {
    const written = { ...recipient, country, address: ['Sea Road 2', line] };
    const buyer = eInvoiceOf(anInvoice({ recipient: written }), 'Test')?.buyer;
    const [code, city, region] = parts;
    expect([buyer?.postalCode, buyer?.city, buyer?.region]).toEqual([code, city, region]);
    expect(buyer?.address).toEqual(city === undefined ? ['Sea Road 2', line] : ['Sea Road 2']);
  });

  test.each([
    ['EL123456783', 'EL123456783'],
    ['DE136695976', 'DE136695976'],
    ['12-3456789', undefined],
    ['ABN51824753556', undefined],
  ])('has the VAT number %s only with the letters of a country', (vatId, expected) => {
    const document = anInvoice({ recipient: { ...recipient, vatId } });
    expect(eInvoiceOf(document, 'Test')?.buyer.vatId).toBe(expected);
  });

  test.each([
    ['card', { by: 'card', words: 'Card' }],
    ['online', { by: 'online', words: 'Card' }],
    ['transfer', { by: 'transfer', words: 'Card', iban: 'DE02120300000000202051' }],
    [undefined, undefined],
  ] as const)('that was paid with the means %s names them', (means, payment) => {
    const bankTransfer = { holder: 'Society', iban: 'DE02120300000000202051', days: 14 };
    const eInvoice = eInvoiceFacts({ ...issuer, bankTransfer });
    expect(eInvoiceOf(anInvoice({ means, eInvoice }), 'Test')?.payment).toEqual(payment);
  });

  test.each([
    [{ provider: 'stripe' }, 'card'],
    [{ provider: 'stripe', delayedBy: 'debit' }, 'online'],
    [{ provider: 'stripe', delayedBy: 'virtual-account' }, 'online'],
    [{ provider: 'paypal' }, 'online'],
    [{ provider: 'free' }, undefined],
  ] as const)('of the payment %j has its means', (payment, means) => {
    expect(meansOf({ delayedBy: undefined, ...payment })).toBe(means);
  });
});
