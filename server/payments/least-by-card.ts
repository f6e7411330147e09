import { amountWithCode, asCents, type Cents, type Currency } from '#contract/money.ts';
import { mostAgreed } from '#contract/currency.ts';
import type { PaymentContext } from './payment-context.ts';

/**
 * The lowest amount that Stripe charges, in the currency's smallest unit:
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const LEAST: Record<string, number> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/**
 * The lowest amount that can be paid by card; 1 in currencies for which Stripe names no minimum. PayPal and bank
 * transfers take any amount.
 */
export function leastByCard({ code }: Currency): Cents {
  return asCents(LEAST[code] ?? 1);
}

/** Whether an agreed amount, with its fee, can be paid. */
export function isPayableAgreed(currency: Currency, totalCents: Cents): boolean {
  return totalCents >= leastByCard(currency) && totalCents <= mostAgreed(currency);
}

/** The sentence about an amount that no provider can take from a payer in this language; undefined if one can. */
export function unpayableWords(
  {
    providers,
    currency,
    transferEnd,
  }: Pick<PaymentContext, 'providers' | 'currency' | 'transferEnd'>,
  amountCents: Cents,
  language: string,
): string | undefined {
  const money = (cents: Cents) => amountWithCode(cents, currency);
  if (amountCents > currency.most) {
    return `${money(amountCents)} is more than the largest possible payment, ${money(currency.most)}.`;
  }
  const least = leastByCard(currency);
  return amountCents >= least || providers.has('paypal') || transferEnd(language)
    ? undefined
    : `No card pays less than ${money(least)}.`;
}
