import type { Db } from '#server/database/database.ts';
import { latestAttempt } from '#server/orders/sell/link-state.ts';
import { isCancelled, isGroup, type Order, findOrderByPage, ordersFor } from './orders.ts';
import {
  findParticipantByPage,
  findParticipants,
  type Participant,
  type ParticipantRow,
} from './participants.ts';

/** The owner of a page /registration/TOKEN: a participant, or the payer of a group. */
export type PageOwner = {
  pageToken: string;
  /** Absent on the page of a group's payer. */
  participant: Participant | undefined;
  /** Its row, for what lists show. */
  row?: ParticipantRow;
  /** The order that the page is about: the paid one, or else the one that was tried last. Absent while nothing is ordered. */
  order: Order | undefined;
  /** The people whom this page may change. */
  people: readonly Participant[];
  /** Whether the page shows prices, payments and documents; a member of a group sees none. */
  isPayer: boolean;
};

/** The owner of a page; undefined for an unknown or replaced token. */
export async function findPageOwner(db: Db, pageToken: string): Promise<PageOwner | undefined> {
  const found = await findParticipantByPage(db, pageToken);
  if (found) {
    const { participant, row } = found;
    const order = await orderShown(db, await ordersFor(db, [participant.id]));
    const isPayer = order === undefined || !isGroup(order);
    return { pageToken, participant, row, order, people: [participant], isPayer };
  }
  const order = await findOrderByPage(db, pageToken);
  if (!order) return undefined;
  const people = await findParticipants(db, order.participantIds);
  return { pageToken, participant: undefined, order, people, isPayer: true };
}

/** The paid order; without one the order that the payer tried to pay last. */
async function orderShown(db: Db, orders: readonly Order[]): Promise<Order | undefined> {
  if (orders.length < 2) return orders[0];
  const paid = orders.find((order) => order.state === 'CONFIRMED' && !isCancelled(order));
  return paid ?? (await latestAttempt(db, orders)) ?? orders.at(-1);
}
