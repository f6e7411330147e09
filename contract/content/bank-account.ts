import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import * as z from 'zod/mini';
import { text } from './content-fields.ts';

/** An account number with correct check digits, without its blanks. */
const iban = z.pipe(
  z.string('expected an IBAN in quotes').check(
    z.refine((typed) => isValidIBAN(compact(typed)), {
      error: 'expected an IBAN with correct check digits, such as DE02 1203 0000 0000 2020 51',
    }),
  ),
  z.transform(compact),
);

const bic = z.pipe(
  z.string('expected a BIC').check(
    z.refine((typed) => isValidBIC(compact(typed)), {
      error: 'expected a BIC of 8 or 11 letters and digits, such as BYLADEM1001',
    }),
  ),
  z.transform(compact),
);

/** The account of the sample conference, which is nobody's. */
export const SAMPLE_IBAN = 'DE02120300000000202051';

/** The longest time for a transfer, in days. */
const MOST_DAYS = 60;

/** The account to which payers transfer money, and the days that they have. */
export const BankTransfer = z.strictObject({
  /** A QR code of the European Payments Council has room for 70 characters. */
  holder: text.check(z.maxLength(70, 'must not be longer than 70 characters')),
  iban,
  bic: z.optional(bic),
  bank: z.optional(text),
  /** A transfer that is short by at most this amount is accepted as paid, because banks take fees from it. */
  acceptMissing: z.optional(
    z
      .string('expected an amount in quotes, such as "5.00"')
      .check(z.regex(/^\d{1,4}(\.\d{1,3})?$/, 'expected an amount such as "5.00"')),
  ),
  days: z
    .int('expected a whole number of days')
    .check(
      z.minimum(1, 'must be at least 1'),
      z.maximum(MOST_DAYS, `must not be above ${MOST_DAYS}`),
    ),
});
export type BankTransfer = z.output<typeof BankTransfer>;

/** An IBAN or a BIC in capital letters without blanks and hyphens, as machines write it. */
export function compact(typed: string): string {
  return electronicFormatIBAN(typed) ?? '';
}

/** DE02120300000000202051 -> DE02 1203 0000 0000 2020 51 */
export function ibanInGroups(compactIban: string): string {
  return compactIban.replace(/(.{4})(?=.)/g, '$1 ');
}
