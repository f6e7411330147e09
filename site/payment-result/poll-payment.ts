import { inWords } from './answer-in-words.ts';
import { askInTime } from './ask-in-time.ts';
import type { Tools } from './await-payment.ts';
import {
  isPaid,
  type Status,
  type StatusAnswer,
  statusCallOf,
  updateCallOf,
} from './payment-calls.ts';
import { messages } from './payment-messages.ts';
import { type CardReturn, shortened } from './payment-return.ts';
import { failed, PAUSE_MS, type PaymentView, STEPS } from './payment-view.ts';

/** Asks up to ten times whether the card payment is paid, then has the server record it. */
export async function* pollPayment(
  payment: CardReturn,
  { sleep, now }: Tools,
): AsyncGenerator<PaymentView, void> {
  const { sessionId } = payment;
  for (let step = 1; ; step++) {
    yield { state: 'pending', by: 'Card', step };
    const answer = await askInTime(statusCallOf(payment), { params: { sessionId } });
    if (answer.ok && isPaid(answer.data)) {
      yield await record(payment, answer.data, step, now);
      return;
    }
    if (step === STEPS) {
      yield failed(now(), {
        ...verdict(answer),
        reference: referenceOf(answer, sessionId),
        paidBy: 'Card',
        lastAnswer: inWords(answer),
        attempts: step,
      });
      return;
    }
    await sleep(PAUSE_MS);
  }
}

async function record(
  payment: CardReturn,
  status: Status,
  step: number,
  now: () => Date,
): Promise<PaymentView> {
  const { sessionId } = payment;
  const reference = status.reference ?? shortened(sessionId);
  const answer = await askInTime(updateCallOf(payment), { query: { sessionId } });
  if (!answer.ok || saysNo(answer.data)) {
    return failed(now(), {
      message: messages.updateFailed,
      advice: 'paid',
      reference,
      paidBy: 'Card',
      lastAnswer: inWords(answer),
      attempts: step,
    });
  }
  return {
    state: 'paid',
    receipt: {
      product: status.productName ?? status.metadata?.productName ?? status.name,
      description: status.description,
      reference,
      paidBy: 'Card',
      checkedAt: now().toISOString(),
    },
  };
}

/** A server that answers 200 and says `success: false` has not recorded it. */
function saysNo(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Reflect.get(answer, 'success') === false;
}

function verdict(last: StatusAnswer) {
  if (last.ok) {
    const { paymentStatus } = last.data;
    const isOver = paymentStatus === 'failed' || paymentStatus === 'expired';
    return { message: messages.unverified, advice: isOver ? 'notCharged' : 'unclear' } as const;
  }
  const isUnreadable = last.failure.kind === 'answer' && last.failure.status < 300;
  const message = isUnreadable ? messages.unreadable : messages.timedOut;
  return { message, advice: 'unclear' } as const;
}

function referenceOf(answer: StatusAnswer, sessionId: string): string {
  return (answer.ok && answer.data.reference) || shortened(sessionId);
}
