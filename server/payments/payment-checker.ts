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

/** A provider's answer is reused for this time; the result page asks every three seconds. */
const FRESH_MS = 2000;

/**
 * Creates the check for the requests of visitors. It asks the provider about a payment at most every two seconds, and
 * simultaneous requests share one answer.
 */
export function paymentChecker(context: PaymentContext): CheckPayment {
  const answers = new Map<string, { at: number; state: Promise<PaymentState> }>();

  function ask(payment: Payment, actor: Actor): Promise<PaymentState> {
    const now = context.clock().getTime();
    const known = answers.get(payment.id);
    if (known && now - known.at < FRESH_MS) return known.state;
    const state = syncPayment(context, payment.id, actor);
    answers.set(payment.id, { at: now, state });
    // A failed call must not answer the next request.
    state.catch(() => answers.delete(payment.id));
    // The answer is removed even if nobody asks again or the clock was set back.
    setTimeout(() => answers.delete(payment.id), FRESH_MS).unref();
    return state;
  }

  return async (payment, actor) => {
    if (isMoneyState(payment.state)) return payment.state;
    // Only a process with keys of the payment's account knows whether the payment is complete.
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
    throw new AppError('provider-unavailable', 'providerChecks', {
      retryAfter: 5,
      extra: { status: 'PENDING' },
      cause: error,
    });
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
