import { asCents, type Cents, moneyText } from '#contract/money.ts';
import { composeMail, type MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import type { Payment } from '#server/payments/payments.ts';
import { factsOf, factsOfReference, greetsBeforePayment } from '#server/orders/rows/order-facts.ts';
import { holdsPlace, type Payable, unpaidKeyOfPayable } from '#server/orders/rows/payables.ts';
import { pathOf, type ToPay } from '#server/orders/rows/payment-links.ts';
import { type OpenTransfer, PRO_FORMA, transferFacts } from './transfer-facts.ts';

/** The transfer of a mail; `proForma` is the address of the file. */
export type TransferInMail = Omit<OpenTransfer, 'proFormaPath'> & { proForma: string };

/** A transfer of which `receivedCents` have arrived, for a mail with the address of its pro-forma invoice. */
export function transferInMail(
  toPay: ToPay,
  payment: Payment,
  receivedCents: Cents,
): TransferInMail {
  return {
    payment,
    receivedCents,
    stillDueCents: asCents(Math.max(0, payment.amountCents - receivedCents)),
    proForma: `${payment.request.origin}${pathOf(toPay.link)}/${PRO_FORMA}`,
  };
}

/** To a payer who has chosen the bank transfer: the account, the amount, the reference and the last day. */
export function transferChosen(
  layout: MailLayout,
  toPay: ToPay,
  transfer: TransferInMail,
): Message {
  return mailToPay(layout, toPay, transfer, 'chosen', transfer.payment.id);
}

/** To a payer whose transfer has not arrived some days before its last day. */
export function transferReminder(
  layout: MailLayout,
  toPay: ToPay,
  transfer: TransferInMail,
  event: string,
): Message {
  return mailToPay(layout, toPay, transfer, 'reminder', event);
}

/** To a payer whose transfer was less than the amount. */
export function transferPartArrived(
  layout: MailLayout,
  toPay: ToPay,
  transfer: TransferInMail,
): Message {
  const { payment, receivedCents } = transfer;
  return mailToPay(layout, toPay, transfer, 'partArrived', `${payment.id}:${receivedCents}`);
}

const KINDS = {
  chosen: 'transfer-to-pay',
  reminder: 'payment-reminder',
  partArrived: 'transfer-in-part',
} as const;

function mailToPay(
  layouts: MailLayout,
  toPay: ToPay,
  transfer: TransferInMail,
  what: keyof typeof KINDS,
  event: string,
): Message {
  const layout = layouts.in(toPay.order.language);
  const { words, conference } = layout;
  const { order, change } = toPay;
  const { transfer: said } = words;
  const { receivedCents, proForma } = transfer;
  const received = moneyText(receivedCents, order.currency);
  return composeMail(layout, {
    kind: KINDS[what],
    event: `${change?.id ?? order.id}:${event}`,
    to: order.customer.email,
    reference: order.reference,
    text: transferWords(layout, what, toPay),
    greets: greetsBeforePayment(toPay),
    facts: [
      ...factsOf(layout, toPay, { isStated: false }),
      ...(receivedCents === 0
        ? []
        : [{ label: said.labels.received, text: received, isAmount: true }]),
      ...transferFacts(words, conference, toPay, transfer),
    ],
    link: toPay.address,
    links: [{ words: said.proForma, address: proForma }],
    page: toPay.page,
    untilPaid: unpaidKeyOfPayable(toPay),
  });
}

/** The words of a mail about a transfer. */
export function transferWords(
  { words, labels }: Pick<MailLayout, 'words' | 'labels'>,
  what: keyof typeof KINDS | 'expired',
  payable: Payable,
) {
  const text = words.transfer[what];
  if (holdsPlace(payable)) return text;
  const { [what]: paragraph, untilPaid } = labels.transfers;
  return { ...text, paragraphs: payable.change ? [paragraph, untilPaid] : [paragraph] };
}

/** The reason why money of a transfer is returned. */
export type ReturnReason = 'tooMuch' | 'alreadyPaid' | 'notPossible';

/** To a payer whose transfer, or a part of it, is returned. */
export function transferReturned(
  layouts: MailLayout,
  { order }: Payable,
  { event, cents, why, page }: { event: string; cents: Cents; why: ReturnReason; page: string },
): Message {
  const layout = layouts.in(order.language);
  const { transfer } = layout.words;
  const { subject, next, button, [why]: reason } = transfer.returned;
  return composeMail(layout, {
    kind: 'transfer-returned',
    event,
    to: order.customer.email,
    reference: order.reference,
    text: { subject, paragraphs: [reason, next], button },
    greets: order.paidPaymentId === undefined ? undefined : order.customer.name,
    facts: [
      ...factsOfReference(layout, order),
      { label: transfer.labels.returned, text: moneyText(cents, order.currency), isAmount: true },
    ],
    link: page,
    page,
  });
}
