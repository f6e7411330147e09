import { moneyText } from '../money-text.ts';

/** "€105.00 EUR", as in the summaries of events. */
export function moneyWords({ amount, currency }: { amount: number; currency: string }): string {
  return `${moneyText(amount, currency)} ${currency}`;
}
