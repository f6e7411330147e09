import * as z from 'zod/mini';
import { isTakenByPaypal } from '../currency.ts';
import { asCents, type Cents, type Currency, stepOf } from '../money.ts';
import { noTwins } from './content-fields.ts';

const WAYS = ['card', 'paypal', 'transfer'] as const;
export type Way = (typeof WAYS)[number];

/** The ways to pay that a conference offers. */
export const Ways = z.optional(
  z
    .array(z.enum(WAYS, `expected ${WAYS.join(', ')}`))
    .check(z.minLength(1, 'needs at least one way to pay'), noTwins()),
);

type Written = { ways?: readonly Way[] | undefined };
type Code = Pick<Currency, 'code'>;

/** The ways to pay an order: PayPal only in currencies that it takes, and a transfer only to an account. */
export function offeredWays(
  { ways = WAYS, bankTransfer }: Written & { bankTransfer?: object | undefined },
  currency: Code,
): readonly Way[] {
  return ways.filter((way) => takes(way, currency) && (way !== 'transfer' || bankTransfer));
}

/** The ways to pay on the forms. Without `ways` a transfer is offered only after the form. */
export function formWays({ ways = ['card', 'paypal'] }: Written, currency: Code): readonly Way[] {
  return ways.filter((way) => takes(way, currency));
}

function takes(way: Way, currency: Code): boolean {
  return way !== 'paypal' || isTakenByPaypal(currency);
}

/** The names of the providers behind two of the ways. */
export const PROVIDER_NAMES = { card: 'Stripe', paypal: 'PayPal' } as const;

/** The provider that a text names although no order can be paid with it. */
export function absentProvider(text: string, ways: readonly Way[]): string | undefined {
  const absent = (['card', 'paypal'] as const).filter((way) => !ways.includes(way));
  return absent.map((way) => PROVIDER_NAMES[way]).find((name) => text.includes(name));
}

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

/** The lowest amount that can be paid in a way. Stripe names no minimum for many currencies; the other ways have none. */
export function leastBy(way: Way, currency: Code & Pick<Currency, 'decimals'>): Cents {
  return asCents((way === 'card' ? LEAST[currency.code] : undefined) ?? stepOf(currency));
}
