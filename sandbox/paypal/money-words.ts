import { moneyText } from '../money-text.ts';

/** "€105.00 EUR", as the summaries of events have it. */
export function moneyWords({ amount, currency }: { amount: number; currency: string }): string {
  return `${moneyText(amount, currency)} ${currency}`;
}
