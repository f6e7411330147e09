import { add, type Cents, type Currency, type Fee, feeOn } from '#contract/money.ts';

export type DiscountBill = { amount: Cents; fee: Cents; total: Cents };

/** The payer pays the fee in addition to the agreed amount. */
export function billFor(amount: Cents, rate: Fee, currency: Currency): DiscountBill {
  const fee = feeOn(amount, rate, currency);
  return { amount, fee, total: add(amount, fee) };
}
