import { abstractReceived } from '#server/abstract/abstract-mails.ts';
import { findAbstractByReference, type KeptAbstract } from '#server/abstract/abstracts.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { hasAgreement } from '#server/discount/agreements.ts';
import { timestamp } from '#server/identity.ts';
import { endText, requestFacts } from '#server/orders/order-facts.ts';
import { findHold } from '#server/mail/hold.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import type { Message } from '#server/mail/message.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { changesOf } from '#server/orders/order-changes.ts';
import {
  findOrderByReference,
  isCancelled,
  isDiscount,
  isOwnRegistration,
  type Order,
} from '#server/orders/orders.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  findPaymentLink,
  goodLinkOf,
  isGood,
  isOffered,
  linkOfChange,
  payableBy,
} from '#server/orders/payment-links.ts';
import { getPayment, type Payment } from '#server/payments/payments.ts';
import { calendarFor, receiptUrl } from '#server/receipts/issue-documents.ts';
import {
  paymentConfirmed,
  paymentReceived,
  paymentRefunded,
  paymentReturned,
} from '#server/receipts/order-mails.ts';
import { paymentReminder } from '#server/orders/change-mails.ts';
import { documentsOf } from '#server/receipts/receipts.ts';
import { findPaidOrder, findRequests } from '#server/orders/participants.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';

/** `receipt`: the mail with the link to the receipt; `all`: with those about each refund, too. */
export type Resent = { reference: string; what: 'receipt' | 'all' };

/**
 * Sends a confirmation again, to the address on record and with what holds now, whatever became of the mail before it: that
 * a payment or an abstract has arrived, or how to pay what is not paid.
 */
export async function planResend(
  organising: Organising,
  { reference: typed, what }: Resent,
): Promise<Plan> {
  const { payments, actor } = organising;
  const { db, clock, newId } = payments;
  const reference = typed.toUpperCase();
  const mailsNow = (on: Db) => mailsAbout(on, organising, { reference, what });
  const planned = await mailsNow(db);
  const [first] = planned;
  if (!first) throw new ActionImpossible(`There is no mail about ${reference} to send again.`);
  return {
    words: planned.map(({ subject, recipient }) => `To ${recipient}: ${subject}`),
    button: planned.length === 1 ? `Send to ${first.recipient}` : `Send ${planned.length} mails`,
    async perform() {
      const count = await inTransaction(db, async (tx) => {
        await giveLink(tx, payments, reference);
        const mails = await mailsNow(tx);
        const added = await postMessages(tx, mails, newId, clock());
        if (added > 0) {
          const words = `${mails.map(({ kind }) => kind).join(', ')} again`;
          await recordActivity(tx, { ...payments, actor }, { action: 'resend', reference, words });
        }
        return added;
      });
      return [
        count === 0
          ? 'The same mail went into the outbox less than a minute ago, so none was added.'
          : `Mails that the server sends now: ${count}.`,
        ...((await findHold(db)) === 'all'
          ? ['Mails are on hold: they go out when they are released.']
          : []),
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
  // A double click is one mail.
  const again = `again:${timestamp(payments.clock()).slice(0, 16)}`;
  const abstract = await findAbstractByReference(db, reference);
  if (abstract) return abstractMails(organising, abstract, again);
  const order = await findOrderByReference(db, reference);
  if (!order) throw new ActionImpossible(`There is no order and no abstract ${reference}.`);
  if (order.customer.email === '') throw new ActionImpossible(`${reference} was erased.`);
  if (isCancelled(order)) throw new ActionImpossible(`${reference} is cancelled.`);
  if (order.paidPaymentId === undefined) return [await reminder(db, organising, order, again)];
  const payment = await getPayment(db, order.paidPaymentId);
  const refunds = await refundMails(db, mailLayout, order, payment);
  const changes = await changeMails(db, organising, order, again);
  if (what === 'receipt' && order.state !== 'CONFIRMED') {
    // An order that was refunded as a whole confirms no place any more.
    return toCustomer(refunds.slice(-1), again);
  }
  const confirmation =
    order.state === 'CONFIRMED' ? await confirmationMails(db, organising, order, payment) : [];
  return [...toCustomer([...confirmation, ...(what === 'all' ? refunds : [])], again), ...changes];
}

/** How to pay the changes that wait for it. */
async function changeMails(
  db: Db,
  { payments, mailLayout, origin }: Organising,
  order: Order,
  event: string,
): Promise<Message[]> {
  const open = (await changesOf(db, order.id)).filter(({ state }) => state === 'proposed');
  const now = timestamp(payments.clock());
  return open
    .map((change) => payableBy(linkOfChange(change), { order, change }, payments, origin))
    .filter(({ until }) => until.at > now)
    .map((toPay) => paymentReminder(mailLayout, toPay, { event }));
}

async function confirmationMails(
  db: Db,
  { mailLayout, receipts }: Organising,
  order: Order,
  payment: Payment,
): Promise<Message[]> {
  const url = receiptUrl(order, payment);
  const isAgreed = !isDiscount(order) || (await hasAgreement(db, order));
  if (!isAgreed) return paymentReceived(mailLayout, order, payment, url);
  const requests = requestFacts(mailLayout, await findRequests(db, order.participantIds));
  const receipt = { receiptUrl: url, calendar: calendarFor(receipts, order, payment), requests };
  return paymentConfirmed(mailLayout, order, payment, receipt);
}

/** One to the payer for each credit note, in the words that it had. */
async function refundMails(
  db: Db,
  mailLayout: MailLayout,
  order: Order,
  payment: Payment,
): Promise<Message[]> {
  const url = receiptUrl(order, payment);
  const notes = (await documentsOf(db, order.id)).filter(({ kind }) => kind === 'credit-note');
  const mails: Message[] = [];
  for (const { number, totalCents: cents } of notes) {
    const returned = await db
      .selectFrom('outbox')
      .select('id')
      .where('message_key', '=', `payment-returned:${number}`)
      .executeTakeFirst();
    const mailsOf = returned ? paymentReturned : paymentRefunded;
    const [mail] = mailsOf(mailLayout, order, { event: number, cents, number }, url);
    if (mail) mails.push(mail);
  }
  return mails;
}

/** With keys of their own, and not to the secretary, who has theirs. */
function toCustomer(mails: readonly Message[], again: string): Message[] {
  return mails
    .filter(({ kind }) => !kind.endsWith('-for-secretary'))
    .map((mail) => ({ ...mail, key: `${mail.key}:${again}` }));
}

/** An order that was made with a form has a link from now on, if it had none or one that has lapsed. */
async function giveLink(tx: Tx, payments: PaymentContext, reference: string): Promise<void> {
  const order = await findOrderByReference(tx, reference);
  if (!order || order.paidPaymentId !== undefined || isCancelled(order)) return;
  if (!isOffered({ order })) await goodLinkOf(tx, payments, order);
}

/** How to pay what is not paid; where it has no good link, as by the one that `giveLink` gives it. */
async function reminder(
  db: Db,
  { origin, mailLayout, payments }: Organising,
  order: Order,
  event: string,
): Promise<Message> {
  const { customer, reference, participantIds } = order;
  if (isOwnRegistration(order) && (await findPaidOrder(db, customer))) {
    throw new ActionImpossible(
      `${customer.name} has paid with another order: ${reference} does not have to be paid any more.`,
    );
  }
  const now = payments.clock();
  const known = await findPaymentLink(db, order.id);
  const payable = { order };
  if (isOffered(payable) && !known) throw new ActionImpossible(`${reference} has no link to pay.`);
  if (isOffered(payable) && known && !isGood(known, now)) {
    throw new ActionImpossible(`The link to pay ${reference} has lapsed: create it again first.`);
  }
  const link =
    known && isGood(known, now)
      ? known
      : { token: known?.token ?? payments.newId(), createdAt: timestamp(now) };
  const toPay = payableBy(link, payable, payments, origin);
  if (toPay.until.at <= timestamp(now)) {
    throw new ActionImpossible(
      `${reference} could be paid until ${endText(toPay.until)}. To pay now, the person has to register again.`,
    );
  }
  const requested = await findRequests(db, participantIds);
  return paymentReminder(mailLayout, toPay, { event, requested });
}

function abstractMails(
  { content, mailLayout }: Organising,
  abstract: KeptAbstract,
  again: string,
): Message[] {
  return toCustomer(abstractReceived(mailLayout, abstract, titlesOf(content, abstract)), again);
}
