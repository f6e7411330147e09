import fc from 'fast-check';
import { expect, test } from 'vitest';
import { euro } from '#tests/support/euro.ts';
import { currencyOf } from './currency.ts';
import { amountText, asCents } from './money.ts';
import { discount } from './content/labels/discount.ts';
import { amountAdvice, readAmount } from './typed-amount.ts';

const yen = currencyOf('JPY');
const dinar = currencyOf('KWD');

test.each([
  [dinar, '12.500', 12_500],
  [dinar, '12.5', 12_500],
  [dinar, 'KWD 1 250', 1_250_000],
  [dinar, '12,500', undefined],
  [dinar, '12.505', undefined],
  [currencyOf('KWD', 3, 'de'), '12,500', 12_500],
  [currencyOf('KWD', 3, 'de'), '12.500', undefined],
])(
  'three decimals are read as the language of the currency writes them',
  (currency, typed, cents) => {
    expect(readAmount(typed, currency)).toBe(cents);
  },
);

test.each([
  ['٢٥٠', 25_000],
  ['١٬٢٥٠٫٥٠', 125_050],
  ['۱۲٫۵ €', 1250],
  ['２５０', 25_000],
  ['１２．５０', 1250],
  ['１２，５０', 1250],
  ['١٬٠٠٠', 100_000],
  ['１，０００', undefined],
  ['10²', undefined],
])('the digits of Arabic, Persian and Japanese keyboards are read: %s', (typed, cents) => {
  expect(readAmount(typed, euro)).toBe(cents);
});

test('the advice about dinars names both meanings', () => {
  expect(amountAdvice('12,500', dinar, discount)).toBe('Please write 12500 or 12.500.');
  const like = 'Please write the amount like 1000 or 1000.500.';
  expect(amountAdvice('1148,500', dinar, discount)).toBe(like);
});

test('an amount with at most two decimals is read exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: euro.most }).map(asCents), (amount) => {
      const [whole = '', cents = ''] = amountText(amount, euro).slice(1).split('.');
      expect(readAmount(`${whole}.${cents}`, euro)).toBe(amount);
      expect(readAmount(`${whole},${cents} €`, euro)).toBe(amount);
      expect(readAmount(`  ${whole}.${cents}\t`, euro)).toBe(amount);
      if (cents === '00') expect(readAmount(whole, euro)).toBe(amount);
      if (cents === '00') expect(readAmount(`${whole}.`, euro)).toBe(amount);
      if (cents.endsWith('0')) expect(readAmount(`${whole}.${cents.charAt(0)}`, euro)).toBe(amount);
      if (whole === '0') expect(readAmount(`.${cents}`, euro)).toBe(amount);
    }),
  );
});

test.each([
  ['100', 100_00],
  ['99.99', 99_99],
  ['250.5', 250_50],
  ['0', 0],
  ['+5', 5_00],
  ['12,50', 12_50],
  ['12,5', 12_50],
  ['€ 250', 250_00],
  ['250.00 €', 250_00],
  ['EUR 250', 250_00],
  ['1 000', 1000_00],
  ['1 000,50', 1000_50],
  // As amounts are printed, in English and in other languages.
  ['2,500.00', 2500_00],
  ['2,500.00 EUR', 2500_00],
  ['€2,500.5', 2500_50],
  ['1.000,50 €', 1000_50],
  ['12.345,67', 12_345_67],
  ["2'500.00", 2500_00],
  ['2’500', 2500_00],
])('%j is read as %i cents', (typed, cents) => {
  expect(readAmount(typed, euro)).toBe(cents);
});

test.each([
  ['1.000', 'Please write 1000 or 1.00.'],
  ['1,000', 'Please write 1000 or 1.00.'],
  ['€ 1.500', 'Please write 1500 or 1.50.'],
  ['12.345', 'Please write 12345 or 12.34.'],
  ['0.001', 'Please write the amount like 1000 or 1000.50.'],
  ['33.3333', 'Please write the amount like 1000 or 1000.50.'],
  ['abc', 'Please write the amount like 1000 or 1000.50.'],
])('%j is no amount, and the advice is: %s', (typed, advice) => {
  expect(readAmount(typed, euro)).toBeUndefined();
  expect(amountAdvice(typed, euro, discount)).toBe(advice);
});

test.each([
  '',
  ' ',
  '.',
  ',',
  '1$',
  '$ 5',
  '-5',
  '-',
  '0.004',
  '1e2',
  '1e3',
  'e',
  '1,00.00',
  '0,500.00',
  '1,000,50',
  '1.000.50',
  '1,0000.00',
  '1,000.0000',
  '2,500.001',
  '1,000,000.00',
  '12,5,0',
  '1.2.3',
  '€',
  '0x10',
  'Infinity',
  'NaN',
  '1000000',
])('%j is no amount', (typed) => {
  expect(readAmount(typed, euro)).toBeUndefined();
});

test('each amount that can be read equals the typed number to the cent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.float().map(String)), (typed) => {
      const amount = readAmount(typed, euro);
      if (amount === undefined) return;
      const number = Number(typed.replace(/[\s€]/g, '').replace('EUR', '').replace(',', '.'));
      expect(amount).toBe(Math.round(number * 100));
    }),
  );
});

test('an amount of a currency without decimals is read as a whole number', () => {
  expect(readAmount('¥ 12000', yen)).toBe(12_000);
  expect(readAmount('12000.', yen)).toBe(12_000);
  for (const typed of ['12000.4', '12000.00', '1.000', '1,000']) {
    expect(readAmount(typed, yen), typed).toBeUndefined();
  }
  expect(amountAdvice('1.000', yen, discount)).toBe('Please write 1000.');
  expect(amountAdvice('12000.4', yen, discount)).toBe('Please write the amount like 1000.');
});

test('millions of a small unit are read as they are printed', () => {
  const rupees = currencyOf('INR');
  for (const typed of ['₹1,250,000.50', '1.250.000,50', '1250000.5', "1'250'000.50"]) {
    expect(readAmount(typed, rupees), typed).toBe(125_000_050);
  }
  expect(readAmount('1,250,000', rupees)).toBe(125_000_000);
  expect(readAmount('₩1,250,000', currencyOf('KRW'))).toBe(1_250_000);
  expect(readAmount('₩125,000,000', currencyOf('KRW'))).toBe(125_000_000);
});

test('a visitor may type the code of the currency before the amount', () => {
  expect(readAmount('CHF 12.50', currencyOf('CHF'))).toBe(12_50);
});
