import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { answer } from '#server/http/answer.ts';
import { AppError } from '#server/errors.ts';
import { capturePayment } from './capture-payment.ts';
import { getOrder, type Order } from '#server/orders/rows/orders.ts';
import { type CheckPayment, inTimeOrPending, paymentChecker, statusOf } from './payment-checker.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Actor, paidAt } from './payment-history.ts';
import { findPaymentByRef } from './payments.ts';
import type { PaymentState } from './payment-states.ts';

/**
 * The calls of the result page. Each call has two addresses. A browser with old storage may use the wrong one, so the
 * database tells the product of a payment, not the address. Anyone who knows an id may ask, so answers name the product
 * and never the person.
 */
export function paymentRoutes(app: FastifyInstance, context: PaymentContext): void {
  const check = byRef(context, paymentChecker(context));

  for (const call of [calls.getPaymentStatus, calls.getDiscountStatus]) {
    answer(app, call, 'read', ({ params }) => statusReply(context, check, params.sessionId));
  }
  for (const call of [calls.updatePayment, calls.updateDiscount]) {
    answer(app, call, 'write', async ({ query, http }) => {
      const { state } = await inTimeOrPending(context, check(query.sessionId, 'update'));
      if (statusOf(state) !== 'paid') {
        throw new AppError('not-paid', 'notPaid');
      }
      return { success: true as const, message: app.wordsFor(http).labels.replies.paymentRecorded };
    });
  }
  for (const call of [calls.capturePaypalOrder, calls.captureDiscountPaypalOrder]) {
    answer(app, call, 'write', ({ params }) =>
      inTimeOrPending(context, capturePayment(context, params.token)),
    );
  }
}

async function statusReply(context: PaymentContext, check: CheckRef, sessionId: string) {
  const { id, state, order } = await inTimeOrPending(context, check(sessionId, 'status'));
  const paymentStatus = statusOf(state);
  const at = paymentStatus === 'paid' ? await paidAt(context.db, id) : undefined;
  return {
    paymentStatus,
    status: paymentStatus === 'paid' ? 'COMPLETED' : state,
    description: order.productName,
    name: order.productName,
    productName: order.productName,
    metadata: { productName: order.productName },
    reference: order.reference,
    ...(at !== undefined && { paidAt: at }),
  };
}

/**
 * Checks a payment by the provider's id, which anybody may send. Providers are asked only about ids that are in our
 * tables.
 */
type CheckRef = (
  ref: string,
  actor: Actor,
) => Promise<{ id: string; state: PaymentState; order: Order }>;

function byRef(context: PaymentContext, check: CheckPayment): CheckRef {
  return async (ref, actor) => {
    const payment = await findPaymentByRef(context.db, ref);
    if (!payment) throw new AppError('unknown-payment', 'unknownPayment');
    const state = await check(payment, actor);
    return { id: payment.id, state, order: await getOrder(context.db, payment.orderId) };
  };
}
