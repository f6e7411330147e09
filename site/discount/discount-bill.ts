import { add, type Cents, centsFromDecimal, decimalFromCents, feeOn } from '#contract/money.ts';

export type DiscountBill = { amount: Cents; fee: Cents; total: Cents };

/** What is paid for an agreed amount: the fee comes on top of it. */
export function billFor(amount: Cents, feePercent: number): DiscountBill {
  const fee = feeOn(amount, feePercent);
  return { amount, fee, total: add(amount, fee) };
}

/** Reads an amount above zero the way people type it: "120", "120.5", "120." and ".50" too. */
export function readAmount(typed: string): Cents | undefined {
  const cents = centsFromDecimal(
    typed
      .trim()
      .replace(/^(?=\.)/, '0')
      .replace(/\.$/, ''),
  );
  return cents === 0 ? undefined : cents;
}

export function euros(amount: Cents): string {
  return `€${decimalFromCents(amount)}`;
}
