import * as z from 'zod/mini';
import { digitsOf } from '../money.ts';
import { isWebAddress } from '../web-address.ts';
import { isIssue, type Issue, refusedFor } from './paypal-errors.ts';

/** Parses a request with a strict schema and refuses it the way PayPal does. */
export function readParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, sent);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const path = [...(first?.path ?? [])];
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    sent,
  );
  // PayPal's parser treats an unknown member, or a member of another type, as malformed JSON.
  if (first?.code === 'unrecognized_keys') path.push(first.keys[0] ?? '');
  const issue = isIssue(first?.message)
    ? first.message
    : value === undefined
      ? 'MISSING_REQUIRED_PARAMETER'
      : first?.code === 'invalid_value' && typeof value === 'string'
        ? 'INVALID_PARAMETER_VALUE'
        : 'MALFORMED_REQUEST_JSON';
  throw refusedFor(issue, { field: `/${path.join('/')}` });
}

/** The message of Zod's error is PayPal's name for the issue. */
function asError(issue: Issue) {
  return { error: issue };
}

/** Lengths are in characters as a reader counts them, not in UTF-16 units. */
export function text(maximum: number) {
  return z
    .string()
    .check(
      z.refine(
        (value) => value !== '' && [...value].length <= maximum,
        asError('INVALID_STRING_LENGTH'),
      ),
    );
}

export const webAddress = text(2048).check(
  z.refine(isWebAddress, asError('INVALID_PARAMETER_SYNTAX')),
);

export const money = z
  .strictObject({
    currency_code: z.string(),
    value: z
      .string()
      .check(
        z.refine(
          (value) => /^-?\d{1,13}(\.\d+)?$/.test(value),
          asError('INVALID_PARAMETER_SYNTAX'),
        ),
      ),
  })
  .check(
    amountRule(
      'INVALID_CURRENCY_CODE',
      'currency_code',
      ({ currency_code: code }) =>
        code === code.toUpperCase() && digitsOf(code, 'paypal') !== undefined,
    ),
    amountRule('CANNOT_BE_ZERO_OR_NEGATIVE', 'value', ({ value }) => Number(value) > 0),
    amountRule('DECIMAL_PRECISION', 'value', ({ currency_code: code, value }) =>
      (digitsOf(code, 'paypal') === 0 ? /^\d+$/ : /^\d+\.\d\d$/).test(value),
    ),
  );

type Money = { currency_code: string; value: string };

function amountRule(issue: Issue, member: keyof Money, isRight: (money: Money) => boolean) {
  return z.refine<Money>(isRight, { error: issue, path: [member], abort: true });
}

/** "105.00" → 10500, and "105" → 105 in a currency without decimals. */
export function centsOf({ value }: Money): number {
  return Number(value.replace('.', ''));
}

export function moneyOf(cents: number, currencyCode: string): Money {
  const digits = digitsOf(currencyCode, 'paypal') ?? 2;
  return { currency_code: currencyCode, value: (cents / 10 ** digits).toFixed(digits) };
}
