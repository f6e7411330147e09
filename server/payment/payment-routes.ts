import type { FastifyInstance } from 'fastify';
import { calls } from '#contract/calls.ts';
import { answer } from '#server/http/answer.ts';
import { Refusal } from '#server/http/refusal.ts';
import { capturePayment } from './capture-payment.ts';
import { type CheckPayment, paymentChecker, statusOf } from './check-payment.ts';
import { patiently } from './patience.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import type { Till } from './till.ts';

/**
 * The questions the result page asks. Each has two addresses, and what a payment is for stands in the books, not in the
 * address: a browser with old storage may ask at the other one. Ids are capabilities, so answers name the product and
 * never the person.
 */
export function paymentRoutes(app: FastifyInstance, till: Till): void {
  const check = paymentChecker(till);

  for (const call of [calls.getPaymentStatus, calls.getDiscountStatus]) {
    answer(app, call, 'read', ({ params }) => statusReply(till, check, params.sessionId));
  }
  for (const call of [calls.updatePayment, calls.updateDiscount]) {
    answer(app, call, 'write', async ({ query }) => {
      const { state } = await reach(till, check(query.sessionId, 'update'));
      if (statusOf(state) !== 'paid') {
        throw new Refusal('not-paid', 'The payment is not complete yet.');
      }
      return { success: true as const, message: 'The payment is recorded.' };
    });
  }
  for (const call of [calls.capturePaypalOrder, calls.captureDiscountPaypalOrder]) {
    answer(app, call, 'write', ({ params }) => reach(till, capturePayment(till, params.token)));
  }
}

async function statusReply(till: Till, check: CheckPayment, sessionId: string) {
  const { state, order } = await reach(till, check(sessionId, 'status'));
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

async function reach<T>(till: Till, question: Promise<T>): Promise<T> {
  try {
    return await patiently(till, question);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new Refusal(
      'provider-unavailable',
      'The payment provider does not answer at the moment. We keep checking; please do not pay again.',
      { retryAfter: 5, extra: { status: 'PENDING' }, cause: error },
    );
  }
}
