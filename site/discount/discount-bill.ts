import { add, type Cents, centsFromDecimal, decimalFromCents, feeOn } from '#contract/money.ts';

export type DiscountBill = { amount: Cents; fee: Cents; total: Cents };

/** What is paid for an agreed amount: the fee comes on top of it. */
export function billFor(amount: Cents, feePercent: number): DiscountBill {
  const fee = feeOn(amount, feePercent);
  return { amount, fee, total: add(amount, fee) };
}

/** Reads whatever is a number above zero, rounded to the cent: "120", ".50", "33.333". */
export function readAmount(typed: string): Cents | undefined {
  if (!/^[\s\d.e+-]+$/i.test(typed)) return undefined;
  return centsFromDecimal(Number(typed).toFixed(2)) || undefined;
}

export function euros(amount: Cents): string {
  return `€${decimalFromCents(amount)}`;
}
