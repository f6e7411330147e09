import { expect, test } from 'vitest';
import { currencyOf } from '#contract/currency.ts';
import { asCents } from '#contract/money.ts';
import { epcText } from './epc-code.ts';
import { qrCode } from './qr-code.ts';

const transfer = {
  holder: 'Gesellschaft für Kettenchemie e. V.',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  amountCents: asCents(39_900),
  currency: currencyOf('EUR'),
  words: 'PS26-7K3M-9QXW',
};

test('the code has the lines of the guideline, and no empty line at its end', () => {
  expect(epcText(transfer)).toBe(
    [
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Gesellschaft für Kettenchemie e. V.',
      'DE02120300000000202051',
      'EUR399.00',
      '',
      '',
      'PS26-7K3M-9QXW',
    ].join('\n'),
  );
  expect(epcText({ ...transfer, bic: undefined })?.split('\n')[4]).toBe('');
});

test.each([
  ['another currency', { currency: currencyOf('USD') }],
  ['no amount', { amountCents: asCents(0) }],
  ['an amount above 999,999,999.99', { amountCents: asCents(100_000_000_000) }],
  ['a name of 71 characters', { holder: 'x'.repeat(71) }],
  ['a reference of 141 characters', { words: 'x'.repeat(141) }],
  ['a name with a line break', { holder: 'Society\nEUR0.01' }],
  ['a text of more than 331 bytes', { holder: '𝔊'.repeat(70), words: 'ü'.repeat(60) }],
])('%s has no code', (_, wrong) => {
  expect(epcText({ ...transfer, ...wrong })).toBeUndefined();
});

test('the longest code fits version 13, which has 69 squares a side', () => {
  const longest = epcText({ ...transfer, holder: 'ü'.repeat(70), words: 'x'.repeat(129) }) ?? '';
  expect(Buffer.byteLength(longest)).toBe(331);
  expect(qrCode(longest, { boostEcc: false }).size).toBe(69);
});
