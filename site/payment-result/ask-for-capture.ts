import { presentationTypeOnWire, presentationTypes } from '#contract/registration-options.ts';
import { inWords, isRefusal, messageOf } from './answer-in-words.ts';
import { askInTime } from './ask-in-time.ts';
import type { Tools } from './await-payment.ts';
import { type CaptureAnswer, captureCallOf, isCollected } from './payment-calls.ts';
import { messages } from './payment-messages.ts';
import type { PaypalReturn } from './payment-return.ts';
import type { Entered } from './payment-storage.ts';
import { type Advice, failed, type PaymentView } from './payment-view.ts';

/** Collects the payment that was approved at PayPal. The server collects it once, however often it is asked. */
export async function askForCapture(
  { token, isDiscount }: PaypalReturn,
  { storage, now }: Tools,
): Promise<PaymentView> {
  const kind = isDiscount || storage.entered('discount') ? 'discount' : 'registration';
  const entered = storage.entered(kind);
  const last = storage.lastResult();
  const about = { reference: token, paidBy: 'PayPal' } as const;
  if (!entered) {
    // What was entered is forgotten after success: then this is the page loaded again.
    if (last?.state === 'paid' && last.id === token) return last;
    return failed(now(), { ...about, message: messages.dataLost[kind], advice: 'dataLost' });
  }

  const call = captureCallOf({ isDiscount: kind === 'discount' });
  const answer = await askInTime(call, { params: { token } });
  if (!answer.ok || !isCollected(answer.data)) {
    return failed(now(), {
      ...about,
      message: messages.captureFailed(reasonOf(answer)),
      advice: adviceOf(answer),
      lastAnswer: inWords(answer),
      attempts: 1,
    });
  }
  storage.forgetEntered(kind, token);
  return {
    state: 'paid',
    receipt: {
      description: descriptionOf(entered),
      reference: answer.data.reference ?? answer.data.orderId ?? token,
      paidBy: 'PayPal',
      checkedAt: now().toISOString(),
    },
  };
}

function reasonOf(answer: CaptureAnswer): string {
  if (answer.ok) {
    return answer.data.message || answer.data.errorMessage || 'PayPal did not confirm the payment.';
  }
  return messageOf(answer.failure) ?? inWords(answer);
}

/** Nothing was charged only where the server says so in so many words; all else may have moved money. */
function adviceOf(answer: CaptureAnswer): Advice {
  if (answer.ok) {
    const isOver = /^(?:FAILED|DECLINED|DENIED|EXPIRED|CANCELLED|VOIDED)$/i;
    return isOver.test(answer.data.status ?? '') ? 'notCharged' : 'unclear';
  }
  return isRefusal(answer.failure) ? 'notCharged' : 'unclear';
}

function descriptionOf({ description, presentationType }: Entered): string | undefined {
  if (description) return description;
  const type = presentationTypeOnWire.safeParse(presentationType);
  return type.success ? presentationTypes[type.data].label : undefined;
}
