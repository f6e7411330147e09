import type { CaptureReply } from '#contract/payment.ts';
import { AppError, type Said } from '#server/errors.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { getPayable } from '#server/orders/rows/payables.ts';
import { paidAt } from './payment-history.ts';
import { isMoneyState, type PaymentState } from './payment-states.ts';
import { findPaymentByRef, getPayment, type Payment } from './payments.ts';
import { syncPayment } from './sync-payment.ts';
import { isOurs, type PaymentContext } from './payment-context.ts';

/** The time for which a request waits while another request captures the same payment. */
const OTHER_CAPTURE_MS = 8000;

/**
 * Answers a payer who comes back from PayPal. The address proves nothing, so the server asks PayPal and captures an
 * approved payment. However often this is called, the money moves once, and `success` is true only if the money was
 * verified.
 */
export async function capturePayment(
  context: PaymentContext,
  token: string,
): Promise<CaptureReply> {
  const known = await findPaymentByRef(context.db, token);
  if (!known || known.provider !== 'paypal') {
    throw new AppError('unknown-payment', 'unknownPayment', {
      extra: { status: 'FAILED' },
    });
  }
  // Only a process with keys of the payment's account can tell whether the money moved.
  if (!isOurs(context, known) && !isMoneyState(known.state)) {
    const { language } = await getOrder(context.db, known.orderId);
    const { paypalUncertain: message } = context.wordsIn(language).labels.refusals;
    return { success: false, status: 'PENDING', message };
  }
  let state = await syncPayment(context, known.id, 'capture');
  if (state === 'CAPTURING') state = await waitForOther(context, known.id);
  return replyFor(context, await getPayment(context.db, known.id), state);
}

/** Waits until another request has finished its capture; returns the payment's state. */
export async function waitForOther(context: PaymentContext, id: string): Promise<PaymentState> {
  const end = performance.now() + OTHER_CAPTURE_MS;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { state } = await getPayment(context.db, id);
    if (state !== 'CAPTURING' || performance.now() > end) return state;
  }
}

async function replyFor(
  context: PaymentContext,
  payment: Payment,
  state: PaymentState,
): Promise<CaptureReply> {
  const { reference, language } = await getOrder(context.db, payment.orderId);
  const { refusals, replies } = context.wordsIn(language).labels;
  const failed = (said: Said, open?: Payment) =>
    new AppError('provider-refused', said, {
      extra: {
        status: 'FAILED',
        reference,
        ...(open?.checkoutUrl !== undefined && { approvalUrl: open.checkoutUrl }),
      },
    });
  switch (state) {
    case 'PAID':
    case 'PART_REFUNDED': {
      const at = await paidAt(context.db, payment.id);
      return {
        success: true,
        status: 'COMPLETED',
        paymentStatus: 'paid',
        orderId: payment.ref ?? '',
        message: replies.paymentComplete,
        reference,
        ...(at !== undefined && { paidAt: at }),
      };
    }
    case 'APPROVED':
    case 'CAPTURING':
    case 'PENDING':
    case 'MISMATCH':
      return {
        success: false,
        status: 'PENDING',
        message: refusals.paypalPending,
        reference,
      };
    case 'OPEN':
      throw payment.declines > 0
        ? failed('paypalDeclined', payment)
        : failed('paypalOpen', payment);
    case 'REFUNDED':
      throw failed('paypalRefunded');
    default:
      throw failed((await isPaidByOther(context, payment)) ? 'paidByOther' : 'paypalFailed');
  }
}

/** Whether a payment that brought nothing was closed because its people have places by another order. */
async function isPaidByOther(context: PaymentContext, payment: Payment): Promise<boolean> {
  const payable = await getPayable(context.db, payment);
  return (await context.overtaken(context.db, payable))?.code === 'paid-already';
}
