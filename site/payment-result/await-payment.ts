import { forgetDiscountDraft } from '#site/discount/discount-draft.ts';
import { forgetRegistrationDraft } from '#site/registration/registration-draft.ts';
import { askForCapture } from './ask-for-capture.ts';
import { addressOf, type CardReturn, type PaypalReturn } from './payment-return.ts';
import type { PaymentStorage } from './payment-storage.ts';
import { isOpen, type PaymentView } from './payment-view.ts';
import { pollPayment } from './poll-payment.ts';

/** What the errand needs besides the server. */
export type Tools = {
  storage: PaymentStorage;
  sleep: (milliseconds: number) => Promise<void>;
  now: () => Date;
};

type NamedPayment = PaypalReturn | CardReturn;

/** Finds out how the payment ended that the visitor comes back from. Gives what to show, the result last. */
export async function* awaitPayment(
  payment: NamedPayment,
  tools: Tools,
): AsyncGenerator<PaymentView, void> {
  yield { state: 'pending', by: payment.by };
  for await (const view of stepsOf(payment, tools)) {
    keep(view, payment, tools.storage);
    yield view;
  }
}

async function* stepsOf(payment: NamedPayment, tools: Tools): AsyncGenerator<PaymentView, void> {
  tools.storage.forgetCardRedirect();
  if (payment.by === 'PayPal') yield await askForCapture(payment, tools);
  else yield* pollPayment(payment, tools);
}

/** A reload shows a captured payment again, and the pages that lead to another payment know of one that is open. */
function keep(view: PaymentView, payment: NamedPayment, storage: PaymentStorage) {
  if (view.state === 'pending') return;
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
