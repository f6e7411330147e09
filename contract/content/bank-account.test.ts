import { expect, test } from 'vitest';
import { BankTransfer, ibanInGroups } from './bank-account.ts';

const written = { holder: 'Society of Chains', iban: 'DE02 1203 0000 0000 2020 51', days: 14 };

test('an account is kept without its blanks, and printed in groups of four', () => {
  const { iban } = BankTransfer.parse({ ...written, iban: 'gb82 west-1234 5698 7654 32' });
  expect(iban).toBe('GB82WEST12345698765432');
  expect(ibanInGroups(iban)).toBe('GB82 WEST 1234 5698 7654 32');
});

test.each([
  ['a wrong check digit', { iban: 'DE03 1203 0000 0000 2020 51' }, 'expected an IBAN with correct'],
  ['too short an IBAN', { iban: 'DE02 1203 0000' }, 'expected an IBAN with correct check digits'],
  ['a number', { iban: 12_345 }, 'expected an IBAN in quotes'],
  ['a country without IBANs', { iban: 'US02120300000000202051' }, 'expected an IBAN with correct'],
  ['a wrong BIC', { bic: 'BYLADEM' }, 'expected a BIC of 8 or 11 letters and digits'],
  ['a name of 71 characters', { holder: 'x'.repeat(71) }, 'must not be longer than 70 characters'],
  ['no day', { days: 0 }, 'must be at least 1'],
  ['61 days', { days: 61 }, 'must not be above 60'],
  ['half a day', { days: 1.5 }, 'expected a whole number of days'],
])('%s is refused with a sentence', (_, wrong, sentence) => {
  const { error } = BankTransfer.safeParse({ ...written, ...wrong });
  expect(error?.issues.map(({ message }) => message).join()).toContain(sentence);
});
