import type { Tx } from '#server/database/database.ts';
import { type Person, personKey } from '#server/identity.ts';
import { withdrawMessages } from '#server/mail/outbox.ts';
import {
  getOrder,
  isDiscount,
  type Order,
  otherOrdersOf,
  unpaidKeyOf,
} from '#server/orders/rows/orders.ts';
import {
  findPaidOrder,
  findParticipants,
  findUnpaidOrders,
} from '#server/orders/rows/participants.ts';

/**
 * Withdraws the mails that still ask for money for the places of these people, who have places now. The mails about
 * an unpaid group stay as long as one of its members has no place.
 */
export async function withdrawUnpaid(tx: Tx, people: readonly Person[], now: Date): Promise<void> {
  for (const person of people) await withdrawMessages(tx, personKey(person), now);
  for (const id of await findUnpaidOrders(tx, people, '')) {
    const everybody = await findParticipants(tx, (await getOrder(tx, id)).participantIds);
    const places = await Promise.all(everybody.map((one) => findPaidOrder(tx, one)));
    if (!places.includes(undefined)) await withdrawMessages(tx, id, now);
  }
}

/**
 * Withdraws the mails that still ask for what an order has paid: for the places of its people, or for the same agreed
 * amount.
 */
export async function withdrawUnpaidOf(
  tx: Tx,
  order: Order,
  people: readonly Person[],
  now: Date,
): Promise<void> {
  if (!isDiscount(order)) return withdrawUnpaid(tx, people, now);
  for (const other of await otherOrdersOf(tx, order)) {
    if (other.paidPaymentId === undefined) await withdrawMessages(tx, unpaidKeyOf(other), now);
  }
}
