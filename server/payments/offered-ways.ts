import { leastBy, PROVIDER_NAMES, type Way } from '#contract/content/ways.ts';
import { mostAgreed } from '#contract/currency.ts';
import { amountWithCode, type Cents, type Currency } from '#contract/money.ts';
import type { PaymentContext } from './payment-context.ts';
import type { ProviderName } from './provider.ts';

/** The way to pay that a button offers. The button's address ends with the same word. */
export type WayToPay = Way | 'free';

export const PROVIDERS: Record<WayToPay, ProviderName> = {
  card: 'stripe',
  paypal: 'paypal',
  transfer: 'transfer',
  free: 'free',
};

/** The ways in which a provider can collect an amount. */
export function hostedWays(
  { currency, ...context }: Offering & Pick<PaymentContext, 'currency'>,
  amountCents: Cents,
): Way[] {
  return allHosted(context).filter((way) => amountCents >= leastBy(way, currency));
}

type Offering = Pick<PaymentContext, 'ways' | 'providers'>;

/** The ways with a page of a provider that has keys. */
export function allHosted({ ways, providers }: Offering): Way[] {
  return ways.filter((way) => way !== 'transfer' && providers.has(PROVIDERS[way]));
}

/** The providers whose pages open, for a sentence: "Stripe or PayPal"; undefined if none do. */
export function providerNames(ways: readonly WayToPay[], language: string): string | undefined {
  const names = ways.flatMap((way) =>
    way === 'card' || way === 'paypal' ? PROVIDER_NAMES[way] : [],
  );
  if (names.length === 0) return undefined;
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}

/** Whether an agreed amount, with its fee, can be paid. */
export function isPayableAgreed(currency: Currency, totalCents: Cents): boolean {
  return totalCents >= leastBy('card', currency) && totalCents <= mostAgreed(currency);
}

/** The sentence about an amount that nobody can pay in a language at the moment; undefined if somebody can. */
export function unpayableWords(
  context: Offering & Pick<PaymentContext, 'currency' | 'transferEnd'>,
  amountCents: Cents,
  language: string,
): string | undefined {
  const { currency, transferEnd } = context;
  const money = (cents: Cents) => amountWithCode(cents, currency);
  if (amountCents > currency.most) {
    return `${money(amountCents)} is more than the largest possible payment, ${money(currency.most)}.`;
  }
  if (hostedWays(context, amountCents).length > 0 || transferEnd(language)) return undefined;
  return allHosted(context).includes('card')
    ? `No card pays less than ${money(leastBy('card', currency))}.`
    : 'A bank transfer would arrive too late, and the conference offers no other way to pay.';
}
