import type { Db, Tx } from '#server/database/database.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { getPayment } from '#server/payments/payments.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import { payerOf, registrationCancelled } from './mails.ts';
import { peopleOf } from '#server/orders/rows/find-booked.ts';
import {
  isAsked,
  isCancelled,
  isDiscount,
  isGroup,
  type Order,
} from '#server/orders/rows/orders.ts';

/** Sentences about the places that are released when all money of an order is refunded. */
export async function lostPlacesWords(db: Db, order: Order): Promise<string[]> {
  const names = (await peopleToTell(db, order)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    names.length === 1
      ? `${names[0]} loses the place and is told so by mail.`
      : `${names.length} people lose their places and are told so by mail: ${names.join(', ')}.`,
  ];
}

/** Tells the participants of an order that their places are released, because all money was refunded. */
export async function writeOfLostPlaces(
  deps: Pick<ReceiptDeps, 'mailLayout' | 'newId' | 'clock'>,
  tx: Tx,
  order: Order,
): Promise<void> {
  const people = await peopleToTell(tx, order);
  const payer = payerOf(order);
  const isForOthers = isGroup(order) && people.length > 0 && payer.email !== '';
  const { paidPaymentId } = order;
  const origin =
    paidPaymentId === undefined ? undefined : (await getPayment(tx, paidPaymentId)).request.origin;
  // These mails name no amount: the mail about the refund does.
  const mails = [...people, ...(isForOthers ? [payer] : [])].map((person) =>
    registrationCancelled(deps.mailLayout, order, person, undefined, origin),
  );
  await postMessages(tx, deps, ...mails);
}

/** The participants of an order who are not erased. The people of a cancelled order have had a mail before. */
async function peopleToTell(db: Db, order: Order) {
  if (isCancelled(order) || isAsked(order)) return [];
  const people = isDiscount(order) ? [payerOf(order)] : await peopleOf(db, order);
  return people.filter(({ email }) => email !== '');
}
