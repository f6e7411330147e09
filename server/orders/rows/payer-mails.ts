import { PARTICIPANT } from '#server/identity.ts';
import type { Requested } from '#contract/requested.ts';
import { type MailEntry, type MailLayout, mailTo } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import { plainName } from '#server/mail/plain-words.ts';
import { factsToPay, greetsBeforePayment } from './order-facts.ts';
import type { Order } from './orders.ts';
import { type Payable, unpaidKeyOfPayable } from './payables.ts';
import type { ToPay } from './payment-links.ts';

/** The payer of an order, as the reader of a mail. */
export function readerOf({ customer, language, reference }: Order) {
  return { ...customer, language, reference };
}

/** A mail to the payer of an order, whose name is greeted unless the entry says otherwise. */
export function mailToPayer(
  layouts: MailLayout,
  order: Order,
  entryIn: (layout: MailLayout) => MailEntry,
): Message {
  const isPaid = order.paidPaymentId !== undefined;
  const { name } = order.customer;
  const greets = isPaid || order.offeredBy !== PARTICIPANT ? name : plainName(name);
  return mailTo(layouts, readerOf(order), (layout) => ({ greets, ...entryIn(layout) }));
}

/** The parts of every mail about an unpaid payable: its button leads to the payment, which withdraws the mail. */
export function asksToPay(
  layout: MailLayout,
  toPay: Payable & Pick<ToPay, 'address'> & Partial<ToPay>,
  requested?: Requested,
) {
  return {
    greets: greetsBeforePayment(toPay),
    facts: factsToPay(layout, toPay, requested),
    link: toPay.address,
    page: toPay.page,
    untilPaid: unpaidKeyOfPayable(toPay),
  };
}
