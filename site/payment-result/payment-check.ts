import * as labels from 'content:labels/paymentResult';
import { ask } from '#site/api.ts';
import { removePaidDraft } from '#site/forms/form-draft.ts';
import {
  askWithTimeout,
  inWords,
  isPaid,
  isRejected,
  type Status,
  type StatusAnswer,
  statusCallOf,
  updateCallOf,
} from './payment-answers.ts';
import {
  addressOf,
  type CardReturn,
  type PaymentReturn,
  type PaypalReturn,
  shortened,
} from './payment-return.ts';
import type { PaymentStorage } from './payment-storage.ts';
import {
  type Advice,
  failed,
  isOpen,
  PAUSE_MS,
  type PaymentTrace,
  type PaymentView,
  type Receipt,
  STEPS,
} from './payment-view.ts';
import { capturePaypal } from './paypal-capture.ts';

export type CheckDeps = {
  storage: PaymentStorage;
  sleep: (milliseconds: number) => Promise<void>;
  now: () => Date;
};

type NamedPayment = PaypalReturn | CardReturn;

/** Checks how the payment ended. Yields each view of the page; the last view is the result. */
export async function* checkPayment(
  payment: NamedPayment,
  deps: CheckDeps,
): AsyncGenerator<PaymentView, void> {
  yield { state: 'pending', by: payment.by };
  for await (const found of stepsOf(payment, deps)) {
    const view = withOrder(found, payment, deps.storage);
    saveResult(view, payment, deps.storage);
    yield view;
  }
}

async function* stepsOf(payment: NamedPayment, deps: CheckDeps): AsyncGenerator<PaymentView, void> {
  deps.storage.removeCardRedirect();
  if (payment.by === 'Card') return yield* pollPayment(payment, deps);
  const view = await capturePaypal(payment, deps);
  yield view;
  if (view.state !== 'failed' || view.failure.advice !== 'dataLost') return;
  const receipt = await findArrived(payment, deps);
  if (receipt) yield { state: 'paid', receipt, saidFirst: view.failure.message };
}

/**
 * Asks the server whether a payment has arrived for which this browser has lost its data. The page shows the loss until
 * then.
 */
async function findArrived(
  payment: PaypalReturn,
  { sleep }: CheckDeps,
): Promise<Receipt | undefined> {
  for (let step = 1; step <= STEPS; step++) {
    const params = { sessionId: payment.token };
    const answer = await askWithTimeout(statusCallOf(payment), { params });
    if (answer.ok && isPaid(answer.data)) {
      const { reference } = answer.data;
      return reference === undefined ? undefined : receiptOf(payment, answer.data, reference);
    }
    // If the server does not know the payment now, it will not know the payment later.
    if (!answer.ok && answer.failure.kind === 'answer' && answer.failure.status < 500)
      return undefined;
    await sleep(PAUSE_MS);
  }
  return undefined;
}

/** Adds this browser's data about the order, if this browser opened the checkout of the payment. */
function withOrder(view: PaymentView, payment: NamedPayment, storage: PaymentStorage): PaymentView {
  const opened = storage.openedCheckout();
  const order = opened?.id === idOf(payment) ? opened : undefined;
  if (view.state === 'paid') {
    const wasPaidBefore = payment.by === 'Card' && payment.wasPaidBefore === true;
    return {
      ...view,
      receipt: { ...view.receipt, ...(order && { order }) },
      ...(wasPaidBefore && { wasPaidBefore }),
    };
  }
  if (view.state === 'failed' && view.failure.advice === 'unfinished') {
    return { ...view, failure: { ...view.failure, checkoutUrl: order?.url } };
  }
  return view;
}

function idOf(payment: NamedPayment): string {
  return payment.by === 'PayPal' ? payment.token : payment.sessionId;
}

/** Stores the result: a reload shows a captured payment again, and the unpaid pages warn of an open payment. */
function saveResult(view: PaymentView, payment: NamedPayment, storage: PaymentStorage) {
  if (view.state === 'pending') return;
  if (view.state === 'paid') {
    const { order: _, ...receipt } = view.receipt;
    const address = addressOf(payment);
    storage.saveResult({ state: 'paid', id: idOf(payment), address, receipt });
    removePaidDraft(payment.isDiscount ? 'discount' : 'registration');
  } else if (isOpen(view.failure)) {
    storage.saveResult({ state: 'open', address: addressOf(payment) });
  } else {
    storage.removeOpenResult(addressOf(payment));
  }
}

/** Asks up to ten times whether the card payment is paid, then tells the server to record it. */
async function* pollPayment(
  payment: CardReturn,
  { sleep, now }: CheckDeps,
): AsyncGenerator<PaymentView, void> {
  const { sessionId } = payment;
  for (let step = 1; ; step++) {
    yield { state: 'pending', by: 'Card', step };
    const answer = await askWithTimeout(statusCallOf(payment), { params: { sessionId } });
    if (answer.ok && isPaid(answer.data)) {
      yield await recordPayment(payment, answer.data, step, now);
      return;
    }
    if (step === STEPS) {
      yield failed(now(), {
        ...adviceOf(answer),
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

async function recordPayment(
  payment: CardReturn,
  status: Status,
  step: number,
  now: () => Date,
): Promise<PaymentView> {
  const { sessionId } = payment;
  const reference = status.reference ?? shortened(sessionId);
  const answer = await askWithTimeout(updateCallOf(payment), { query: { sessionId } });
  if (!answer.ok || isRejected(answer.data)) {
    return failed(now(), {
      message: labels.updateFailed,
      advice: 'paid',
      reference,
      paidBy: 'Card',
      lastAnswer: inWords(answer),
      attempts: step,
    });
  }
  return { state: 'paid', receipt: receiptOf(payment, status, reference) };
}

function receiptOf(payment: NamedPayment, status: Status, reference: string): Receipt {
  const { by, isDiscount } = payment;
  return {
    product: status.productName ?? status.metadata?.productName ?? status.name,
    description: status.description,
    reference,
    paidBy: by,
    ...(idOf(payment).startsWith('free_') && { isFree: true }),
    ...(status.paidAt !== undefined && { paidAt: status.paidAt }),
    ...(isDiscount && { isDiscount: true }),
  };
}

function adviceOf(last: StatusAnswer): { message: string; advice: Advice } {
  if (last.ok) {
    const { paymentStatus, status } = last.data;
    const message = labels.unverified;
    if (paymentStatus === 'unpaid' && status === 'OPEN') return { message, advice: 'unfinished' };
    const isOver = paymentStatus === 'failed' || paymentStatus === 'expired';
    return { message, advice: isOver ? 'notCharged' : 'unclear' };
  }
  const isUnreadable = last.failure.kind === 'answer' && last.failure.status < 300;
  const message = isUnreadable ? labels.unreadable : labels.timedOut;
  return { message, advice: 'unclear' };
}

function referenceOf(answer: StatusAnswer, sessionId: string): string {
  return (answer.ok && answer.data.reference) || shortened(sessionId);
}

/** Looks for a payment that the visitor may have made: first on the server, then in the browser's storage. */
export async function traceOf(
  payment: PaymentReturn,
  storage: PaymentStorage,
  signal?: AbortSignal,
): Promise<PaymentTrace> {
  const kind = storage.openedCheckout()?.kind;
  if (payment.by === 'Card') {
    const { sessionId } = payment;
    const answer = await ask(statusCallOf(payment), { params: { sessionId } }, signal);
    if (answer.ok && isPaid(answer.data)) {
      return { kind, state: 'paid', address: addressOf(payment) };
    }
  }
  const last = storage.lastResult();
  if (last?.state === 'open') return { kind, ...last };
  return { kind, state: storage.hasTrace() ? 'begun' : 'none' };
}
