import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import type { PaymentStatus } from '#contract/payment.ts';
import { answer } from '#server/http/answer.ts';
import { AppError } from '#server/errors.ts';
import { capturePayment } from './capture-payment.ts';
import { getOrder, type Order } from './orders.ts';
import { isOurs, type PaymentContext } from './payment-context.ts';
import type { Actor } from './payment-history.ts';
import { findPaymentByRef, type Payment } from './payments.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { ProviderUnavailable } from './provider.ts';
import { syncPayment } from './sync-payment.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * The calls of the result page. Each has two addresses, and the database, not the address, says what a payment is for: a
 * browser with old storage may use the other one. Whoever knows an id may ask, so answers name the product and never the
 * person.
 */
export function paymentRoutes(app: FastifyInstance, context: PaymentContext): void {
  const check = paymentChecker(context);

  for (const call of [calls.getPaymentStatus, calls.getDiscountStatus]) {
    answer(app, call, 'read', ({ params }) => statusReply(context, check, params.sessionId));
  }
  for (const call of [calls.updatePayment, calls.updateDiscount]) {
    answer(app, call, 'write', async ({ query }) => {
      const { state } = await inTimeOrPending(context, check(query.sessionId, 'update'));
      if (statusOf(state) !== 'paid') {
        throw new AppError('not-paid', 'The payment is not complete yet.');
      }
      return { success: true as const, message: 'The payment is recorded.' };
    });
  }
  for (const call of [calls.capturePaypalOrder, calls.captureDiscountPaypalOrder]) {
    answer(app, call, 'write', ({ params }) =>
      inTimeOrPending(context, capturePayment(context, params.token)),
    );
  }
}

async function statusReply(context: PaymentContext, check: CheckPayment, sessionId: string) {
  const { state, order } = await inTimeOrPending(context, check(sessionId, 'status'));
  const paymentStatus = statusOf(state);
  return {
    paymentStatus,
    status: paymentStatus === 'paid' ? 'COMPLETED' : state,
    description: order.productName,
    name: order.productName,
    productName: order.productName,
    metadata: { productName: order.productName },
    reference: order.reference,
  };
}

async function inTimeOrPending<T>(context: PaymentContext, question: Promise<T>): Promise<T> {
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

type Checked = { state: PaymentState; order: Order };

/** Checks a payment by the provider's id, which any page or script on the internet may send. */
type CheckPayment = (ref: string, actor: Actor) => Promise<Checked>;

/** How long a provider's answer is reused: the result page asks every three seconds. */
const FRESH_MS = 2000;

/**
 * Makes the check that status and update share. Only ids that we gave out are asked about, each at most every two seconds,
 * and questions that come together share one answer.
 */
function paymentChecker(context: PaymentContext): CheckPayment {
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

  /** Whether a payment of another account is complete, its own process knows: until then it is neither paid nor unpaid. */
  async function found(payment: Payment, actor: Actor): Promise<PaymentState> {
    return isOurs(context, payment) ? ask(payment, actor) : 'PENDING';
  }

  return async (ref, actor) => {
    const payment = await findPaymentByRef(context.db, ref);
    if (!payment) throw new AppError('unknown-payment', 'We do not know this payment.');
    const { state: known } = payment;
    const state = isMoneyState(known) ? known : await found(payment, actor);
    return { state, order: await getOrder(context.db, payment.orderId) };
  };
}

/** The status that a page is told: paid only if the money was verified and not all of it was sent back. */
function statusOf(state: PaymentState): PaymentStatus {
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
