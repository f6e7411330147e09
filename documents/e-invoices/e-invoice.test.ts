import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { brokenRules, brokenSums } from '#tests/support/en16931.ts';
import { crossIndustryInvoice } from './cross-industry-invoice.ts';
import type { EInvoice } from './e-invoice.ts';

const seller = {
  name: 'Society of Examples',
  address: ['Example Street 1'],
  postalCode: '01067',
  city: 'Dresden',
  countryCode: 'DE',
  contact: { name: 'Conference Secretary', email: 'secretary@society.example' },
};

function anInvoice(traits: Partial<EInvoice> = {}): EInvoice {
  return {
    type: '380',
    number: '2026-00001',
    date: '2026-05-01',
    notes: ['Polymer Summit 2026\nMay 29-30, 2026'],
    seller: { ...seller, vatId: 'DE123456789' },
    buyer: { name: 'Baltic Institute', address: ['Sea Road 2', '8010 Graz'], countryCode: 'AT' },
    period: { start: '2026-05-29', end: '2026-05-30' },
    payment: { by: 'card', words: 'Card' },
    currency: currencyOf('EUR'),
    lines: [
      { name: 'Registration (Speaker)', cents: 29_900, taxBasisPoints: 1900 },
      { name: 'Processing fee of 5%', cents: 1495, taxBasisPoints: 1900 },
    ],
    ...traits,
  };
}

const room = { name: 'Room, 2 nights', cents: 38_700, taxBasisPoints: 700 };
const tour = { name: 'Boat tour', cents: 6500 };
const dinner = { name: 'Dinner', cents: 3333, taxBasisPoints: 1900 };
const exemption = 'Exempt: section 4 no. 20 of the VAT act';
const cases: Record<string, Partial<EInvoice>> = {
  'one rate and the fee': {},
  'two rates, and a line that costs nothing': { lines: [dinner, room, { ...dinner, cents: 0 }] },
  'an exempt line beside two rates': { lines: [dinner, room, tour], exemption },
  'a zero rate beside an exempt line': {
    lines: [{ ...dinner, taxBasisPoints: 0 }, tour],
    exemption,
  },
  'no tax at all': { lines: [tour], exemption },
  'a rate with decimals': { lines: [{ ...dinner, taxBasisPoints: 775 }] },
  'nothing to pay': { lines: [{ ...dinner, cents: 0 }], payment: undefined },
  'a line that gives something up': { lines: [{ ...dinner, cents: -1001 }, room] },
  'a currency without decimals': { currency: currencyOf('JPY') },
  'a credit note': { type: '381', number: '2026-00002', about: '2026-00001' },
  'a debit note': { type: '383', number: '2026-00003', about: '2026-00002' },
  'a seller with a tax number alone': { seller: { ...seller, taxNumber: '201/123/12340' } },
  'a seller with both numbers': {
    seller: { ...seller, vatId: 'DE123456789', taxNumber: '201/123/12340' },
  },
  'a buyer with VAT number and order number': {
    buyer: {
      name: 'Universität',
      address: ['Gasse 1'],
      city: 'Graz',
      postalCode: '8010',
      countryCode: 'AT',
      vatId: 'ATU12345678',
    },
    purchaseOrder: 'PO '.repeat(40).trim(),
  },
  'a buyer without address': { buyer: { name: 'Institute', address: [], countryCode: 'GR' } },
  'names in other scripts and with signs': {
    buyer: {
      name: '北京大学 & <Institut> "A"',
      address: ['شارع الجامعة', 'Οδός 1', 'Third', 'Fourth'],
      countryCode: 'CN',
    },
    lines: [{ ...dinner, name: '晚餐 & 茶', description: 'علي بن محمد' }],
  },
  'a transfer in euros': {
    payment: { by: 'transfer', words: 'Transfer', iban: 'DE02120300000000202051' },
  },
  'a transfer in another currency': {
    payment: { by: 'transfer', words: 'Transfer', iban: 'DE02120300000000202051' },
    currency: currencyOf('CHF'),
  },
  'an online payment service': { payment: { by: 'online', words: 'PayPal' } },
};

describe('the XML of an e-invoice', () => {
  test.each(Object.entries(cases))('with %s keeps the rules of EN 16931', (_, traits) => {
    const xml = crossIndustryInvoice(anInvoice(traits));
    expect(brokenRules(xml)).toEqual([]);
    expect(brokenSums(xml)).toEqual([]);
    expect(crossIndustryInvoice(anInvoice(traits))).toBe(xml);
  });

  test('adds up to the cent with any lines and rates', () => {
    const lines = fc.array(
      fc.record({
        name: fc.constant('Line'),
        cents: fc.integer({ min: -500_000, max: 1_000_000 }),
        taxBasisPoints: fc.constantFrom(undefined, 0, 500, 700, 775, 1900, 2550, 10_000),
      }),
      { minLength: 1, maxLength: 60 },
    );
    const currency = fc.constantFrom('EUR', 'JPY').map((code) => currencyOf(code));
    fc.assert(
      fc.property(fc.record({ lines, currency }), (traits) => {
        expect(brokenSums(crossIndustryInvoice(anInvoice(traits)))).toEqual([]);
      }),
    );
  });

  test('has the amounts of each line, each rate and the whole', () => {
    const xml = crossIndustryInvoice(anInvoice({ lines: [dinner, room, tour, dinner], exemption }));
    const amountsOf = (name: string) =>
      [...xml.matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)`, 'g'))].map(([, text]) => text);
    // Two dinners of 33.33 contain 10.64 of tax together; each by itself would have 5.32.
    expect(amountsOf('LineTotalAmount')).toEqual(['28.01', '361.68', '65.00', '28.01', '482.70']);
    expect(amountsOf('BasisAmount')).toEqual(['56.02', '361.68', '65.00']);
    expect(amountsOf('CalculatedAmount')).toEqual(['10.64', '25.32', '0.00']);
    expect(amountsOf('CategoryCode')).toEqual(['S', 'S', 'E', 'S', 'S', 'S', 'E']);
    expect(amountsOf('TaxTotalAmount')).toEqual(['35.96']);
    expect(amountsOf('GrandTotalAmount')).toEqual(['518.66']);
    expect(amountsOf('TotalPrepaidAmount')).toEqual(['518.66']);
    expect(amountsOf('DuePayableAmount')).toEqual(['0.00']);
  });
});

test.each([
  ['BR-CO-10', '<ram:LineTotalAmount>251.26<', '<ram:LineTotalAmount>251.27<'],
  ['BR-02', '<ram:ID>2026-00001</ram:ID>', '<ram:ID></ram:ID>'],
  ['BR-CL-14', '<ram:CountryID>AT', '<ram:CountryID>XX'],
  ['BR-CO-26', /<ram:SpecifiedTaxRegistration>.*\n/, ''],
])('the check of the tests finds a break of %s', (rule, right, wrong) => {
  expect(brokenRules(crossIndustryInvoice(anInvoice()).replace(right, wrong)).join()).toContain(
    rule,
  );
});
