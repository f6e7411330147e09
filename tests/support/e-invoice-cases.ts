import { currencyOf } from '#contract/currency.ts';
import type { EInvoice } from '#documents/e-invoices/e-invoice.ts';

const seller = {
  name: 'Society of Examples',
  address: ['Example Street 1'],
  postalCode: '01067',
  city: 'Dresden',
  countryCode: 'DE',
  vatId: 'DE123456789',
  electronicAddress: { scheme: '9930', id: 'DE123456789' },
  contact: {
    name: 'Conference Secretary',
    phone: '+49 351 1234',
    email: 'secretary@society.example',
  },
};
const authority = {
  name: 'Office of Examples',
  address: ['Accounts Payable', 'Weg 2', 'Floor 3', 'Room 4'],
  city: 'Bremen',
  postalCode: '28195',
  countryCode: 'DE',
  electronicAddress: { scheme: '0204', id: '04011000-12345-03' },
};
const fee = { name: 'Registration (Speaker)', cents: 29_900, taxBasisPoints: 1900 };
const room = { name: 'Room, 2 nights', cents: 38_700, taxBasisPoints: 700 };
const tour = { name: 'Boat tour', cents: 6500 };
const exemption = 'Exempt: section 4 no. 22 a of the VAT act';

const usual: EInvoice = {
  type: '380',
  number: '2026-00001',
  date: '2026-05-01',
  notes: ['Polymer Summit 2026\nMay 29-30, 2026', 'Paid with test money'],
  seller,
  buyer: authority,
  buyerReference: '04011000-12345-03',
  purchaseOrder: 'PO-77',
  period: { start: '2026-05-29', end: '2026-05-30' },
  payment: { by: 'card', words: 'Card' },
  currency: currencyOf('EUR'),
  lines: [fee],
};

const traits: Record<string, Partial<EInvoice>> = {
  'one rate': {},
  'two rates and something given up': { lines: [{ ...fee, cents: -1001 }, room, fee] },
  'an exempt line beside a rate': { lines: [fee, tour], exemption },
  'an exempt line with the code of its reason': {
    lines: [tour],
    exemption,
    exemptionCode: 'VATEX-EU-132-1I',
  },
  'lines that another payer pays': {
    lines: [fee, { ...room, cents: 0 }, { ...tour, cents: 0 }],
    exemption,
  },
  'a zero rate': { lines: [{ ...fee, taxBasisPoints: 0 }] },
  'all outside of VAT': { lines: [tour], exemption, exemptionCode: 'VATEX-EU-O' },
  'a code for outside of VAT beside a rate': {
    lines: [fee, tour],
    exemption,
    exemptionCode: 'VATEX-EU-O',
  },
  'a seller with a tax number alone, outside of VAT': {
    seller: { ...seller, vatId: undefined, taxNumber: '27/640/01234' },
    lines: [tour],
    exemption,
    exemptionCode: 'VATEX-EU-O',
  },
  'a seller with both numbers': { seller: { ...seller, taxNumber: '27/640/01234' } },
  'a transfer': { payment: { by: 'transfer', words: 'Transfer', iban: 'DE02120300000000202051' } },
  'a transfer in another currency': {
    payment: { by: 'transfer', words: 'Transfer', iban: 'DE02120300000000202051' },
    currency: currencyOf('CHF'),
  },
  'an online payment service': { payment: { by: 'online', words: 'PayPal' } },
  'nothing to pay': { payment: undefined, lines: [{ ...fee, cents: 0 }] },
  'a currency without decimals': { currency: currencyOf('JPY') },
  'a credit note': { type: '381', number: '2026-00002', about: '2026-00001' },
  'a credit note that gives up less than it adds': {
    type: '381',
    about: '2026-00001',
    lines: [fee, { ...room, cents: -500 }],
  },
  'a refund that failed': { type: '383', number: '2026-00003', about: '2026-00002' },
  'a buyer with a VAT number, and the payer’s text': {
    buyer: { ...authority, vatId: 'DE777700032' },
    lines: [{ ...fee, description: 'علي بن محمد & <王小明>' }],
  },
  'neither Leitweg-ID nor order number': {
    buyerReference: 'PS26-7K3M-9QXW',
    purchaseOrder: undefined,
  },
  'a university in Belgium': {
    buyer: {
      ...authority,
      address: [],
      countryCode: 'BE',
      vatId: 'BE0202239951',
      electronicAddress: { scheme: '0208', id: '0202239951' },
    },
  },
};

/** E-invoices that have all that XRechnung and Peppol want. */
export const eInvoiceCases: Readonly<Record<string, EInvoice>> = Object.fromEntries(
  Object.entries(traits).map(([name, own]) => [name, { ...usual, ...own }]),
);
