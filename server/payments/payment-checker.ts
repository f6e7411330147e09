import type { PaymentStatus } from '#contract/payment.ts';
import { AppError } from '#server/errors.ts';
import { isOurs, type PaymentContext } from './payment-context.ts';
import type { Actor } from './payment-history.ts';
import type { Payment } from './payments.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { ProviderUnavailable } from './provider.ts';
import { syncPayment } from './sync-payment.ts';
import { withTimeout } from './with-timeout.ts';

/** Checks a payment that a visitor asks about. */
export type CheckPayment = (payment: Payment, actor: Actor) => Promise<PaymentState>;

/** How long a provider's answer is reused: the result page asks every three seconds. */
const FRESH_MS = 2000;

/**
 * Creates the check that visitors' questions share. Each payment is asked about at most every two seconds, and
 * simultaneous questions share one answer.
 */
export function paymentChecker(context: PaymentContext): CheckPayment {
  const answers = new Map<string, { at: number; state: Promise<PaymentState> }>();

  function ask(payment: Payment, actor: Actor): Promise<PaymentState> {
    const now = context.clock().getTime();
    const known = answers.get(payment.id);
    if (known && now - known.at < FRESH_MS) return known.state;
    const state = syncPayment(context, payment.id, actor);
    answers.set(payment.id, { at: now, state });
    // A call that failed must not answer the next one.
    state.catch(() => answers.delete(payment.id));
    // Also if nobody asks again, or the clock was set back.
    setTimeout(() => answers.delete(payment.id), FRESH_MS).unref();
    return state;
  }

  return async (payment, actor) => {
    if (isMoneyState(payment.state)) return payment.state;
    // Only the process with keys of its account knows whether it is complete; until then nobody does.
    return isOurs(context, payment) ? ask(payment, actor) : 'PENDING';
  };
}

export async function inTimeOrPending<T>(
  context: PaymentContext,
  question: Promise<T>,
): Promise<T> {
  try {
    return await withTimeout(context, question);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new AppError(
      'provider-unavailable',
      'The payment provider does not answer at the moment. We keep checking; please do not pay again.',
      { retryAfter: 5, extra: { status: 'PENDING' }, cause: error },
    );
  }
}

/** The status for a page: paid only if the money was verified and not refunded in whole. */
export function statusOf(state: PaymentState): PaymentStatus {
  switch (state) {
    case 'PAID':
      return 'paid';
    case 'APPROVED':
    case 'CAPTURING':
    case 'PENDING':
    case 'MISMATCH':
      return 'pending';
    case 'FAILED':
      return 'failed';
    case 'EXPIRED':
    case 'CANCELLED':
      return 'expired';
    case 'PART_REFUNDED':
      return 'paid';
    case 'NEW':
    case 'OPEN':
    case 'REFUNDED':
      return 'unpaid';
  }
}
