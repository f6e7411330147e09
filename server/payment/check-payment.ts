import type { PaymentStatus } from '#contract/payment.ts';
import { Refusal } from '#server/http/refusal.ts';
import { getOrder, type Order } from './orders.ts';
import type { Actor } from './payment-log.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { findPaymentByRef, type Payment } from './payments.ts';
import { settle } from './settle.ts';
import type { Till } from './till.ts';

export type Checked = { state: PaymentState; order: Order };

/** Looks a payment up by the provider's id, as a page or a script on the internet may ask for it. */
export type CheckPayment = (ref: string, actor: Actor) => Promise<Checked>;

/** How long an answer of the provider is good for: the result page asks every three seconds. */
const FRESH_MS = 2000;

/**
 * Makes the check that status and update share: only ids that we gave out reach the provider, each at most every two
 * seconds, and questions that come together share one answer.
 */
export function paymentChecker(till: Till): CheckPayment {
  const answers = new Map<string, { at: number; state: Promise<PaymentState> }>();

  function ask(payment: Payment, actor: Actor): Promise<PaymentState> {
    const now = till.clock().getTime();
    const known = answers.get(payment.id);
    if (known && now - known.at < FRESH_MS) return known.state;
    const state = settle(till, payment.id, actor);
    answers.set(payment.id, { at: now, state });
    // A question that failed must not be the answer to the next one.
    state.catch(() => answers.delete(payment.id));
    // Also where nobody asks again, or the clock was set back.
    setTimeout(() => answers.delete(payment.id), FRESH_MS).unref();
    return state;
  }

  return async (ref, actor) => {
    const payment = await findPaymentByRef(till.db, ref);
    if (!payment) throw new Refusal('unknown-payment', 'We do not know this payment.');
    const settled = isMoneyState(payment.state);
    const state = settled ? payment.state : await ask(payment, actor);
    return { state, order: await getOrder(till.db, payment.orderId) };
  };
}

/** What a page is told. Only money that was verified, and did not all go back, may read as paid. */
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
