import { forgetDiscountDraft } from '#site/discount/discount-draft.ts';
import { forgetRegistrationDraft } from '#site/registration/registration-draft.ts';
import { askForCapture } from './ask-for-capture.ts';
import { messages } from './payment-messages.ts';
import { addressOf, type PaymentReturn } from './payment-return.ts';
import type { PaymentStorage } from './payment-storage.ts';
import { failed, isOpen, type PaymentView } from './payment-view.ts';
import { pollPayment } from './poll-payment.ts';

/** What the errand needs besides the server. */
export type Tools = {
  storage: PaymentStorage;
  sleep: (milliseconds: number) => Promise<void>;
  now: () => Date;
};

/** Finds out how the payment ended that the visitor comes back from. Gives what to show, the result last. */
export async function* awaitPayment(
  payment: PaymentReturn,
  tools: Tools,
): AsyncGenerator<PaymentView, void> {
  yield { state: 'pending', by: payment.by };
  try {
    for await (const view of stepsOf(payment, tools)) {
      keep(view, payment, tools.storage);
      yield view;
    }
  } catch (error) {
    console.error('The result of the payment could not be worked out', error);
    yield failed(tools.now(), {
      message: messages.unreadable,
      advice: 'unclear',
      paidBy: payment.by,
      lastAnswer: String(error),
    });
  }
}

async function* stepsOf(payment: PaymentReturn, tools: Tools): AsyncGenerator<PaymentView, void> {
  if (payment.by === undefined) {
    const failure = { message: messages.badLink, advice: 'badLink', paidBy: undefined } as const;
    yield failed(tools.now(), failure);
    return;
  }
  tools.storage.forgetCardRedirect();
  if (payment.by === 'PayPal') yield await askForCapture(payment, tools);
  else yield* pollPayment(payment, tools);
}

/** A reload shows a captured payment again, and the pages that lead to another payment know of one that is open. */
function keep(view: PaymentView, payment: PaymentReturn, storage: PaymentStorage) {
  if (payment.by === undefined || view.state === 'pending') return;
  if (view.state === 'paid') {
    const id = payment.by === 'PayPal' ? payment.token : payment.sessionId;
    storage.keepResult({ state: 'paid', id, receipt: view.receipt });
    if (payment.isDiscount) forgetDiscountDraft();
    else forgetRegistrationDraft();
  } else if (isOpen(view.failure)) {
    storage.keepResult({ state: 'open', address: addressOf(payment) });
  } else {
    storage.forgetOpenResult(addressOf(payment));
  }
}
