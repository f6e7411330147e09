import {
  add,
  type Cents,
  centsFromDecimal,
  type Currency,
  type Fee,
  feeOn,
} from '#contract/money.ts';

export type DiscountBill = { amount: Cents; fee: Cents; total: Cents };

/** What is paid for an agreed amount: the fee comes on top of it. */
export function billFor(amount: Cents, rate: Fee): DiscountBill {
  const fee = feeOn(amount, rate);
  return { amount, fee, total: add(amount, fee) };
}

/**
 * Reads whatever is a number above zero, rounded to the cent: "120", ".50", "33.333"; with the conference's currency, blanks, or
 * the comma that many phones offer in place of the dot: "€ 12,50". "1,234" may mean either, so it is no amount.
 */
export function readAmount(typed: string, currency: Currency): Cents | undefined {
  const text = typed
    .replace(/\s/g, '')
    .replace(currency.code, '')
    .replace(currency.sign.trim(), '')
    .replace(/^(\d*),(\d{1,2})$/, '$1.$2');
  if (!/^[\d.e+-]+$/i.test(text)) return undefined;
  return centsFromDecimal(Number(text).toFixed(currency.decimals), currency) || undefined;
}
