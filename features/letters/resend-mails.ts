import { inLanguage } from '#contract/content.ts';
import { abstractDecided } from '#features/programme/mails.ts';
import { abstractReceived } from '#server/abstract/mails.ts';
import { findAbstractByReference, type KeptAbstract } from '#server/abstract/abstracts.ts';
import { findDecision } from '#features/programme/decisions.ts';
import type { Db } from '#server/database/database.ts';
import { hasAgreement } from '#server/discount/agreements.ts';
import { timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { isWritten } from '#server/mail/outbox.ts';
import type { Message } from '#server/mail/message.ts';
import { changesOf } from '#server/orders/rows/order-changes.ts';
import {
  findOrderByReference,
  isCancelled,
  isDiscount,
  type Order,
} from '#server/orders/rows/orders.ts';
import { getPayment, type Payment } from '#server/payments/payments.ts';
import { calendarFor, getReceipt } from '#server/receipts/issue-documents.ts';
import {
  paymentConfirmed,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
} from '#server/receipts/mails.ts';
import { paymentReminder } from '#server/orders/change/mails.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { findRequests } from '#server/orders/rows/participants.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findToPay, giveLinkToPay, toPayNow } from './find-to-pay.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';

/** `receipt`: the mail with the link to the receipt; `all`: also the mails about refunds. */
export type Resent = { reference: string; what: 'receipt' | 'all' };

/**
 * Sends the mail about an order or an abstract again, to the present address and with present data, whether or not the
 * earlier mail arrived. About an unpaid order it sends the mail that says how to pay.
 */
export async function planResend(
  organising: Organising,
  { reference: typed, what }: Resent,
): Promise<Plan> {
  const { db } = organising.payments;
  const reference = typed.toUpperCase();
  const mailsNow = (on: Db) => mailsAbout(on, organising, { reference, what });
  const planned = await mailsNow(db);
  const [first] = planned;
  if (!first) throw new ActionImpossible(`There is no mail about ${reference} to send again.`);
  return {
    words: planned.map(({ subject, recipient }) => `To ${recipient}: ${subject}`),
    button: planned.length === 1 ? `Send to ${first.recipient}` : `Send ${planned.length} mails`,
    async perform() {
      const count = await act(organising, async ({ tx, post, record }) => {
        const order = await findOrderByReference(tx, reference);
        if (order) await giveLinkToPay(tx, organising, { order });
        const mails = await mailsNow(tx);
        const added = await post(...mails);
        if (added > 0) {
          const words = `${mails.map(({ kind }) => kind).join(', ')} again`;
          await record({ action: 'resend', reference, words });
        }
        return added;
      });
      if (count === 0) {
        return ['The same mail went into the outbox less than a minute ago, so none was added.'];
      }
      return [
        (await findHold(db)) === 'all'
          ? `All mails are on hold, so the server sends these after organiser mails --release: ${count}.`
          : `Mails that the server sends now: ${count}.`,
      ];
    },
  };
}

async function mailsAbout(
  db: Db,
  organising: Organising,
  { reference, what }: Resent,
): Promise<Message[]> {
  const { payments, mailLayout } = organising;
  // All clicks within a minute have the same key, so a double click sends one mail.
  const again = `again:${timestamp(payments.clock()).slice(0, 16)}`;
  const abstract = await findAbstractByReference(db, reference);
  if (abstract) return abstractMails(db, organising, abstract, again);
  const order = await findOrderByReference(db, reference);
  if (!order) throw new ActionImpossible(`There is no order and no abstract ${reference}.`);
  if (order.customer.email === '') throw new ActionImpossible(`${reference} was erased.`);
  if (isCancelled(order)) throw new ActionImpossible(`${reference} is cancelled.`);
  if (order.paidPaymentId === undefined) return [await reminder(db, organising, order, again)];
  const payment = await getPayment(db, order.paidPaymentId);
  const refunds = await refundMails(db, mailLayout, order);
  const changes = await changeMails(db, organising, order, again);
  if (what === 'receipt' && order.state !== 'CONFIRMED') {
    // An order that was refunded as a whole has no place to confirm.
    return toCustomer(refunds.slice(-1), again);
  }
  const confirmation =
    order.state === 'CONFIRMED' ? await confirmationMails(db, organising, order, payment) : [];
  return [...toCustomer([...confirmation, ...(what === 'all' ? refunds : [])], again), ...changes];
}

/** The mails that say how to pay the unpaid changes of an order. */
async function changeMails(
  db: Db,
  organising: Organising,
  order: Order,
  event: string,
): Promise<Message[]> {
  const mails: Message[] = [];
  for (const change of await changesOf(db, order.id)) {
    const toPay =
      change.state === 'proposed' && (await toPayNow(db, organising, { order, change }));
    if (toPay) mails.push(paymentReminder(organising.mailLayout, toPay, { event }));
  }
  return mails;
}

async function confirmationMails(
  db: Db,
  { mailLayout, receipts, payments }: Organising,
  order: Order,
  payment: Payment,
): Promise<Message[]> {
  const isAgreed = !isDiscount(order) || (await hasAgreement(db, order));
  const receipt = await getReceipt(db, order, payment);
  if (!isAgreed) return paymentReceived(mailLayout, order, payment, receipt);
  const requested = await findRequests(db, order.participantIds);
  const calendar = calendarFor(receipts, order, payment);
  const confirmed = { calendar, requested, now: payments.clock() };
  return paymentConfirmed(mailLayout, order, payment, receipt, confirmed);
}

/** A mail to the payer for each credit note, of the same kind as the earlier mail. */
async function refundMails(db: Db, mailLayout: MailLayout, order: Order): Promise<Message[]> {
  const notes = (await documentsOf(db, order.id)).filter(({ kind }) => kind === 'credit-note');
  const mails: Message[] = [];
  for (const { number, totalCents: cents, paymentId } of notes) {
    const isReturned = await isWritten(db, `payment-returned:${number}`);
    const mailsOf = isReturned ? paymentReturned : paymentRefunded;
    const refunded = await getPayment(db, paymentId);
    const refund = { event: number, cents, number };
    const [mail] = mailsOf(mailLayout, order, refund, refunded);
    if (mail) mails.push(mail);
  }
  return mails;
}

/** The mails to the payer, with new keys. The secretary has the earlier copies. */
function toCustomer(mails: readonly Message[], again: string): Message[] {
  return mails
    .filter(({ kind }) => !kind.endsWith('-for-secretary'))
    .map((mail) => ({ ...mail, key: `${mail.key}:${again}` }));
}

/** The mail that says how to pay an unpaid order. */
async function reminder(
  db: Db,
  organising: Organising,
  order: Order,
  event: string,
): Promise<Message> {
  const toPay = await findToPay(db, organising, { order });
  const requested = await findRequests(db, order.participantIds);
  return paymentReminder(organising.mailLayout, toPay, { event, requested });
}

/** The letter about the decision that an author knows; before that the confirmation with the link to the page. */
async function abstractMails(
  db: Db,
  { content, mailLayout, origin }: Organising,
  abstract: KeptAbstract,
  again: string,
): Promise<Message[]> {
  const { id, reference, email, withdrawnAt } = abstract;
  if (email === '') throw new ActionImpossible(`${reference} was erased.`);
  if (withdrawnAt !== undefined) throw new ActionImpossible(`${reference} is withdrawn.`);
  const about = { ...titlesOf(inLanguage(content, abstract.language), abstract), origin };
  const decision = await findDecision(db, id);
  const mails =
    decision?.toldAt === undefined
      ? abstractReceived(mailLayout, abstract, about)
      : [abstractDecided(mailLayout, abstract, decision, about)];
  return toCustomer(mails, again);
}
