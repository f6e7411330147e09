import { type Cents, centsFromDecimal, type Currency } from './money.ts';

/**
 * Reads an amount that a person typed: "120", ".5", "1 000", "€ 12,50". A comma counts as a dot, because many phones offer
 * only the comma. The function never rounds. It refuses "1.000" and "1,000", which may mean one or a thousand.
 */
export function readAmount(typed: string, currency: Currency): Cents | undefined {
  const match = /^\+?(\d*)[.,]?(\d*)$/.exec(bare(typed, currency));
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (whole + fraction === '') return undefined;
  return centsFromDecimal(`${whole || '0'}${fraction && `.${fraction}`}`, currency);
}

/** The advice for an amount that `readAmount` refuses: its two possible meanings, or an example. */
export function amountAdvice(typed: string, currency: Currency): string {
  const { decimals } = currency;
  const [, whole, fraction] = /^(\d{1,3})[.,](\d{3})$/.exec(bare(typed, currency)) ?? [];
  if (whole !== undefined && fraction !== undefined) {
    const asCents = decimals > 0 ? ` or ${whole}.${fraction.slice(0, decimals)}` : '';
    return `Please write ${whole}${fraction}${asCents}.`;
  }
  return decimals > 0
    ? `Please write the amount like 1000 or 1000.${'50'.slice(0, decimals)}.`
    : 'Please write the amount like 1000.';
}

/** The error message for an organiser who typed something that is not an amount. */
export function noAmount(typed: string, currency: Currency): string {
  return `"${typed}" is not an amount in ${currency.code}. ${amountAdvice(typed, currency)}`;
}

function bare(typed: string, { code, sign }: Currency): string {
  return typed.replace(/\s/g, '').replace(code, '').replace(sign.trim(), '');
}
