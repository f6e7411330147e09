import type { Currency } from './money.ts';

/**
 * What the providers count otherwise than ISO 4217 says, so that one number would be two amounts: PayPal knows no hundredths
 * of HUF and TWD, Stripe wants hundredths of ISK and UGX.
 */
const COUNTED_OTHERWISE = ['HUF', 'ISK', 'TWD', 'UGX'];

/** The currency with an ISO code; undefined for one that cannot be charged: unknown, or with thousandths. */
export function findCurrency(code: string): Currency | undefined {
  if (!Intl.supportedValuesOf('currency').includes(code) || COUNTED_OTHERWISE.includes(code)) {
    return undefined;
  }
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions();
  if (decimals > 2) return undefined;
  const [sign = ''] = format.format(0).split('0');
  return { code, sign, decimals };
}

const known = new Map<string, Currency>();

/** The currency of a row of ours, which was checked when it was written. */
export function currencyOf(code: string): Currency {
  const currency = known.get(code) ?? findCurrency(code);
  if (!currency) throw new Error(`${code} is no currency that can be charged`);
  known.set(code, currency);
  return currency;
}
