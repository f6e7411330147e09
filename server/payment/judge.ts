import type { Sighting } from './payment-provider.ts';
import type { PaymentState } from './payment-states.ts';

/** What we wrote down before we asked for money. */
export type Expected = {
  orderId: string;
  amountCents: number;
  currency: string;
  /** Whether our keys take real money. */
  live: boolean;
};

export type Verdict = { state: PaymentState; evidence: string };

/**
 * What a sighting means for our payment. Paid needs everything to hold: our order, the amount to the cent, the
 * currency, the mode, and money to point at. What is paid but does not fit is MISMATCH, for a person to decide.
 */
export function judge(expected: Expected, seen: Sighting): Verdict {
  if (seen.state !== 'paid') return { state: STATE_OF[seen.state], evidence: seen.state };
  const wrong = differences(expected, seen);
  if (expected.amountCents > 0 && seen.paymentRef === undefined) {
    wrong.push('there is no payment to point at');
  }
  return wrong.length === 0
    ? { state: 'PAID', evidence: `paid ${seen.amountCents} ${seen.currency}` }
    : { state: 'MISMATCH', evidence: `paid, but ${wrong.join(', ')}` };
}

const STATE_OF = {
  open: 'OPEN',
  approved: 'APPROVED',
  pending: 'PENDING',
  failed: 'FAILED',
  expired: 'EXPIRED',
} as const;

/** What does not fit; asked before money is collected as well as after. */
export function differences(expected: Expected, seen: Sighting): string[] {
  return [
    seen.orderId !== expected.orderId && `the order is ${seen.orderId ?? 'missing'}`,
    seen.amountCents !== expected.amountCents &&
      `the amount is ${seen.amountCents} and not ${expected.amountCents}`,
    seen.currency !== expected.currency && `the currency is ${seen.currency}`,
    seen.live !== expected.live && `the mode is ${seen.live ? 'live' : 'test'}`,
  ].filter((difference) => difference !== false);
}
