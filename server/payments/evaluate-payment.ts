import { amountWords } from './amount-words.ts';
import type { PaymentState } from './payment-states.ts';
import type { ProviderStatus } from './provider.ts';

/** The payment as we recorded it before we asked for money. */
export type Expected = {
  orderId: string;
  amountCents: number;
  /** The price of the order by now, unless it is paid: an old page of a provider may take the price of before. */
  dueCents?: number | undefined;
  currency: string;
  /** Whether our keys take real money. */
  live: boolean;
  /** Whether the time in which the payer can transfer the money is over. */
  isVirtualAccountOver?: boolean;
};

declare const evaluated: unique symbol;

/** Only evaluatePayment creates this type, so that nothing else can set PAID. */
export type Evaluation = {
  state: PaymentState;
  evidence: string;
  /** The arrived amount of a MISMATCH, if it is in our currency, or the part of a transfer that has come. */
  arrivedCents?: number | undefined;
  [evaluated]: true;
};

/**
 * Decides which state a provider's status gives our payment. PAID needs everything to match: the order, the amount to the
 * cent, the currency, the mode, and the provider's id of the money. A payment that is paid but does not match is MISMATCH,
 * and a person reviews it.
 */
export function evaluatePayment(expected: Expected, status: ProviderStatus): Evaluation {
  return decide(expected, status) as Evaluation;
}

function decide(expected: Expected, status: ProviderStatus): Omit<Evaluation, typeof evaluated> {
  if (status.state === 'pending' && status.delay?.by === 'virtual-account') {
    return decideTransfer(expected, status.delay.arrivedCents);
  }
  if (status.state !== 'paid') return { state: STATE_OF[status.state], evidence: status.state };
  const wrong = differences(expected, status);
  if (expected.amountCents > 0 && status.paymentRef === undefined) {
    wrong.push('the provider names no payment');
  }
  return wrong.length === 0
    ? {
        state: 'PAID',
        evidence: `paid ${amountWords(expected.amountCents, expected.currency)}`,
      }
    : {
        state: 'MISMATCH',
        evidence: `paid, but ${wrong.join(', ')}`,
        arrivedCents: status.currency === expected.currency ? status.amountCents : undefined,
      };
}

/** A transfer of which nothing came in time is over; one of which a part came waits for a person. */
function decideTransfer(
  { amountCents, currency, isVirtualAccountOver = false }: Expected,
  arrivedCents: number,
): Omit<Evaluation, typeof evaluated> {
  if (arrivedCents > 0) {
    const [arrived, asked] = [arrivedCents, amountCents].map((cents) =>
      amountWords(cents, currency),
    );
    return { state: 'PENDING', evidence: `${arrived} of ${asked} came by transfer`, arrivedCents };
  }
  return isVirtualAccountOver
    ? { state: 'EXPIRED', evidence: 'no transfer came in time' }
    : { state: 'PENDING', evidence: 'waits for a bank transfer' };
}

const STATE_OF = {
  open: 'OPEN',
  approved: 'APPROVED',
  pending: 'PENDING',
  failed: 'FAILED',
  expired: 'EXPIRED',
} as const;

/**
 * Lists the differences between our record and the provider's status. We check them before the capture and again
 * afterwards.
 */
export function differences(expected: Expected, status: ProviderStatus): string[] {
  const { amountCents, dueCents = amountCents, currency } = expected;
  const asked = [amountCents, dueCents].find((cents) => cents !== status.amountCents);
  return [
    status.orderId !== expected.orderId && `the order is ${status.orderId ?? 'missing'}`,
    asked !== undefined &&
      `the amount is ${amountWords(status.amountCents, status.currency)} and not ${amountWords(asked, currency)}`,
    status.currency !== currency && `the currency is ${status.currency}`,
    status.live !== expected.live && `the mode is ${status.live ? 'live' : 'test'}`,
  ].filter((difference) => difference !== false);
}
