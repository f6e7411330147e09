import { findCurrency } from '#contract/currency.ts';
import { amountWithCode, asCents } from '#contract/money.ts';

/** An amount from a provider as text; its currency may be one that cannot be charged here. */
export function amountWords(amount = 0, code = ''): string {
  const currency = findCurrency(code);
  return currency && amount >= 0
    ? amountWithCode(asCents(amount), currency)
    : `${amount} in the smallest unit of ${code || 'an unnamed currency'}`;
}
