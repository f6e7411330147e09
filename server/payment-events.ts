import { confirmAgreed } from './discount/agree.ts';
import { timestamp } from './identity.ts';
import { postMessages, withdrawMessages } from './mail/outbox.ts';
import { writeOfLostPlaces } from './orders/change/lost-places.ts';
import { withdrawNotOwed } from './orders/change/withdraw-asked.ts';
import { findRecipient } from './orders/rows/invoice-recipients.ts';
import { isAsked, isDiscount } from './orders/rows/orders.ts';
import { findRequests } from './orders/rows/participants.ts';
import { getPayable, type Payable, unpaidKeyOfPayable } from './orders/rows/payables.ts';
import { isOffered, toPay } from './orders/rows/payment-links.ts';
import type { PaymentContext } from './payments/payment-context.ts';
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
    paid: async (tx, order, payment) => {
      const { change } = await getPayable(tx, payment);
      const deps = { context: context(), receipts };
      if (change) {
        const changed = await completePaidChange(deps, tx, { order, change }, payment);
        if (changed) {
          await issueReceiptOfChange(receipts, tx, { order: changed, change }, payment);
        }
        return;
      }
      const agreed = isDiscount(order) ? await confirmAgreed(tx, order) : undefined;
      const requested = await findRequests(tx, order.participantIds);
      const isInTime = await completePaidOrder(deps, tx, order, payment);
      const isPlaceConfirmed = isDiscount(order)
        ? agreed !== undefined
        : isInTime || isAsked(order);
      await issueReceipt(receipts, tx, agreed ?? order, payment, { isPlaceConfirmed, requested });
    },
    agreed: async (tx, order, payment) => {
      // An agreement may name the recipient of the invoice.
      if (await findRecipient(tx, order.id)) await replaceReceipts(receipts, tx, order);
      await writeOfConfirmedPlace(receipts, tx, order, payment);
    },
    delayed: async (tx, payable, payment) => {
      const link = await toPay(tx, context(), payable, payment.request.origin);
      if (link) await postMessages(tx, receipts, ...paymentOnItsWay(mailLayout, payment, link));
    },
    opened: async (tx, payment) => {
      if (payment.provider !== 'transfer') return;
      const payable = await getPayable(tx, payment);
      const link = await toPay(tx, context(), payable, payment.request.origin);
      if (!link) return;
      // The mail about the transfer says all that the mail about the registration would say.
      const unpaid = unpaidKeyOfPayable(payable);
      await withdrawMessages(tx, unpaid, clock(), 'registration-received');
      if (payable.order.customer.email === '') return;
      await postMessages(tx, receipts, aboutTransfer(mailLayout, 'chosen', link, { payment }));
    },
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

/** The page where the payer of a payable without a link can go on. */
function retryPathOf(payable: Payable): string {
  // Without the link only the secretary can help.
  if (isOffered(payable)) return '/contact';
  return isDiscount(payable.order) ? '/discount-registration' : '/register';
}
