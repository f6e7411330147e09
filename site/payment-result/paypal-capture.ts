import * as labels from 'content:labels/paymentResult';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import {
  askWithTimeout,
  type CaptureAnswer,
  captureCallOf,
  inWords,
  isCaptured,
  isRefusal,
  messageOf,
  referenceIn,
} from './payment-answers.ts';
import { type PaypalReturn, shortened } from './payment-return.ts';
import type { PaymentStorage, PaypalEntries } from './payment-storage.ts';
import { type Advice, failed, type PaymentView } from './payment-view.ts';

/** Tells the server to capture the payment that the visitor approved at PayPal. The server captures a payment only once. */
export async function capturePaypal(
  { token, isDiscount }: PaypalReturn,
  { storage, now }: { storage: PaymentStorage; now: () => Date },
): Promise<PaymentView> {
  const kind = isDiscount || storage.paypalEntries('discount') ? 'discount' : 'registration';
  const entries = storage.paypalEntries(kind);
  const last = storage.lastResult();
  const about = { paidBy: 'PayPal' } as const;
  if (!entries) {
    // A success removes the entries, so this may be a reload after a success.
    if (last?.state === 'paid' && last.id === token) return last;
    const reference = shortened(token);
    return failed(now(), {
      ...about,
      reference,
      message: kind === 'discount' ? labels.discountLost : labels.registrationLost,
      advice: 'dataLost',
    });
  }

  const call = captureCallOf({ isDiscount: kind === 'discount' });
  const answer = await askWithTimeout(call, { params: { token } });
  if (!answer.ok || !isCaptured(answer.data)) {
    return failed(now(), {
      ...about,
      reference: referenceOf(answer) ?? shortened(token),
      message: fillPlaceholders(labels.captureFailed, { reason: reasonOf(answer) }),
      advice: adviceOf(answer),
      lastAnswer: inWords(answer),
      attempts: 1,
    });
  }
  storage.removePaypalEntries(kind, token);
  return {
    state: 'paid',
    receipt: {
      description: descriptionOf(entries),
      reference: answer.data.reference ?? answer.data.orderId ?? token,
      paidBy: 'PayPal',
      ...(answer.data.paidAt !== undefined && { paidAt: answer.data.paidAt }),
      ...(kind === 'discount' && { isDiscount: true }),
    },
  };
}

function referenceOf(answer: CaptureAnswer): string | undefined {
  return answer.ok ? answer.data.reference : referenceIn(answer.failure);
}

function reasonOf(answer: CaptureAnswer): string {
  if (answer.ok) {
    return answer.data.message || answer.data.errorMessage || labels.notConfirmed;
  }
  return messageOf(answer.failure) ?? inWords(answer);
}

/** Only an explicit refusal means that nothing was charged. After any other answer, the visitor may have paid. */
function adviceOf(answer: CaptureAnswer): Advice {
  if (answer.ok) {
    const isOver = /^(?:FAILED|DECLINED|DENIED|EXPIRED|CANCELLED|VOIDED)$/i;
    return isOver.test(answer.data.status ?? '') ? 'notCharged' : 'unclear';
  }
  return isRefusal(answer.failure) ? 'notCharged' : 'unclear';
}

function descriptionOf({ description, presentationType }: PaypalEntries): string | undefined {
  if (description) return description;
  // SPEAKER -> Speaker. The registration's call spells some types in capitals, and others like Delegate.
  return presentationType && presentationType.slice(0, 1) + presentationType.slice(1).toLowerCase();
}
