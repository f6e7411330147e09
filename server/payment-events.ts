import { confirmAgreed } from './discount/agree.ts';
import type { Tx } from './database/database.ts';
import { timestamp } from './identity.ts';
import { postMessages, withdrawMessages } from './mail/outbox.ts';
import { writeOfLostPlaces } from './orders/change/lost-places.ts';
import { withdrawNotOwed } from './orders/change/withdraw-asked.ts';
import { findRecipient } from './orders/rows/invoice-recipients.ts';
import { confirmDivided, isHalfPaid } from './orders/change/confirm-divided.ts';
import { isAsked, isDiscount, type Order } from './orders/rows/orders.ts';
import { findRequests } from './orders/rows/participants.ts';
import { getPayable, type Payable, unpaidKeyOfPayable } from './orders/rows/payables.ts';
import { isOffered, toPay } from './orders/rows/payment-links.ts';
import type { PaymentContext } from './payments/payment-context.ts';
import type { Payment } from './payments/payments.ts';
import {
  cancelCreditNote,
  issueCreditNote,
  issueReceipt,
  issueReceiptOfChange,
  type ReceiptDeps,
  replaceReceipts,
  writeOfConfirmedPlace,
} from './receipts/issue-documents.ts';
import { paymentInDoubt, paymentMissed, paymentOnItsWay } from './receipts/mails.ts';
import {
  completePaidChange,
  completePaidOrder,
  completeReopenedOrder,
} from './orders/sell/complete-order.ts';
import { aboutTransfer } from './orders/sell/mails.ts';

/** The mails and documents after each event of a payment. The context has them in it, so it comes later. */
export function eventsOf(
  receipts: ReceiptDeps,
  context: () => PaymentContext,
): PaymentContext['events'] {
  const { mailLayout, clock } = receipts;
  return {
    paid: (tx, order, payment) =>
      completePaid({ context: context(), receipts }, tx, order, payment),
    agreed: async (tx, order, payment) => {
      // An agreement may name the recipient of the invoice.
      if (await findRecipient(tx, order.id)) await replaceReceipts(receipts, tx, order);
      await writeOfConfirmedPlace(receipts, tx, order, payment);
    },
    delayed: async (tx, payable, payment) => {
      const link = await toPay(tx, context(), payable, payment.request.origin);
      if (link) await postMessages(tx, receipts, ...paymentOnItsWay(mailLayout, payment, link));
    },
    opened: (tx, payment) => writeOfTransfer(receipts, context(), tx, payment),
    missed: async (tx, payable, payment, why) => {
      const { origin } = payment.request;
      const link = await toPay(tx, context(), payable, origin);
      // The last day of a bank transfer may lie beyond the link.
      const isGood = link !== undefined && link.until.at > timestamp(clock());
      const { base } = mailLayout.in(payable.order.language);
      const form = { ...payable, address: `${origin}${base}${retryPathOf(payable)}` };
      const mails = paymentMissed(mailLayout, why, payment, isGood ? link : form);
      await postMessages(tx, receipts, ...mails);
    },
    refunded: (...refunded) => issueCreditNote(receipts, ...refunded),
    givenAway: (tx, order) => writeOfLostPlaces(receipts, tx, order),
    refundFailed: async (tx, order, payment, cents) => {
      await cancelCreditNote(receipts, tx, order, payment, cents);
      await withdrawNotOwed(receipts, tx, payment.id);
    },
    reopened: (...reopened) => completeReopenedOrder(context(), ...reopened),
    flagged: async (tx, payment, reason, event, dispute) => {
      const payable = await getPayable(tx, payment);
      // Waiting mails no longer ask for the money, which came.
      if (reason === 'mismatch') await withdrawMessages(tx, unpaidKeyOfPayable(payable), clock());
      const about = { reason, event, dispute };
      await postMessages(tx, receipts, paymentInDoubt(mailLayout, payable, payment, about));
    },
  };
}

/** Completes what a payment is for, and issues its receipt. */
async function completePaid(
  deps: { context: PaymentContext; receipts: ReceiptDeps },
  tx: Tx,
  order: Order,
  payment: Payment,
): Promise<void> {
  const { receipts } = deps;
  const { change } = await getPayable(tx, payment);
  if (change) {
    const changed = await completePaidChange(deps, tx, { order, change }, payment);
    if (changed) await issueReceiptOfChange(receipts, tx, { order: changed, change }, payment);
    return;
  }
  const agreed = isDiscount(order) ? await confirmAgreed(tx, order) : undefined;
  const requested = await findRequests(tx, order.participantIds);
  const isInTime = await completePaidOrder(deps, tx, order, payment);
  const isPlaceConfirmed = isDiscount(order) ? agreed !== undefined : isInTime || isAsked(order);
  const isSure = isPlaceConfirmed && !(await isHalfPaid(tx, order));
  await issueReceipt(receipts, tx, agreed ?? order, payment, {
    isPlaceConfirmed: isSure,
    requested,
  });
  if (isInTime) await confirmDivided(receipts, tx, order);
}

/** The mail about a bank transfer says all that the mail about the registration would say. */
async function writeOfTransfer(
  receipts: ReceiptDeps,
  context: PaymentContext,
  tx: Tx,
  payment: Payment,
): Promise<void> {
  if (payment.provider !== 'transfer') return;
  const { mailLayout, clock } = receipts;
  const payable = await getPayable(tx, payment);
  const link = await toPay(tx, context, payable, payment.request.origin);
  if (!link) return;
  await withdrawMessages(tx, unpaidKeyOfPayable(payable), clock(), 'registration-received');
  if (payable.order.customer.email === '') return;
  await postMessages(tx, receipts, aboutTransfer(mailLayout, link, { what: 'chosen', payment }));
}

/** The page where the payer of a payable without a link can go on. */
function retryPathOf(payable: Payable): string {
  // Without the link only the secretary can help.
  if (isOffered(payable)) return '/contact';
  return isDiscount(payable.order) ? '/discount-registration' : '/register';
}
