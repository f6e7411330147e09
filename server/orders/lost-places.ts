import type { Db, Tx } from '#server/database/database.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { ReceiptDeps } from '#server/receipts/issue-documents.ts';
import { registrationCancelled } from './change-mails.ts';
import { peopleOf } from './find-booked.ts';
import { isCancelled, isDiscount, isGroup, type Order } from './orders.ts';

/** Sentences about the places that are given away where all that was paid for an order goes back. */
export async function lostPlacesWords(db: Db, order: Order): Promise<string[]> {
  const names = (await peopleToTell(db, order)).map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    names.length === 1
      ? `The place of ${names[0]} is given away, and a mail says so.`
      : `The places of ${names.length} people are given away, and mails tell them so: ${names.join(', ')}.`,
  ];
}

/** Tells the people of an order that their places are given away, because all that was paid has gone back. */
export async function writeOfLostPlaces(
  { mailLayout, newId, clock }: Pick<ReceiptDeps, 'mailLayout' | 'newId' | 'clock'>,
  tx: Tx,
  order: Order,
): Promise<void> {
  const people = await peopleToTell(tx, order);
  const payer = { id: 'payer', ...order.customer };
  const isForOthers = isGroup(order) && people.length > 0 && payer.email !== '';
  // How much has gone back is in the letter about the money.
  const mails = [...people, ...(isForOthers ? [payer] : [])].map((person) =>
    registrationCancelled(mailLayout, order, person, undefined),
  );
  await postMessages(tx, mails, newId, clock());
}

/** Everybody who takes part by an order and was not erased. Those who were cancelled before were told then. */
async function peopleToTell(db: Db, order: Order) {
  if (isCancelled(order)) return [];
  const people = isDiscount(order)
    ? [{ id: 'payer', ...order.customer }]
    : await peopleOf(db, order);
  return people.filter(({ email }) => email !== '');
}
