import type { Prices } from '#contract/content.ts';
import { conflictsOfChange } from '#contract/content/combinations.ts';
import type { Db } from '#server/database/database.ts';
import { quoteChange } from '#server/orders/change/quote-change.ts';
import {
  isCancelled,
  isGroup,
  type Order,
  ordersFor,
  stateOf,
} from '#server/orders/rows/orders.ts';
import { findParticipant, isErased, type Participant } from '#server/orders/rows/participants.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import type { Choice } from '#server/orders/sell/registration-price.ts';
import type { WaitingEntry } from './waiting-list.ts';

/** The choice that a participant with a place would have with more, and its difference in price. */
export type WithMore = {
  order: Order;
  participant: Participant;
  present: Choice;
  wanted: Choice;
  differenceCents: number;
  feeDifferenceCents: number;
};

/** Undefined if the person has no paid place any more, or could not have this besides what is booked by now. */
export async function withMore(
  db: Db,
  prices: Prices,
  { participantId = '', choice }: Pick<WaitingEntry, 'participantId' | 'choice'>,
): Promise<WithMore | undefined> {
  const participant = await findParticipant(db, participantId);
  if (!participant || participant.cancelledAt !== undefined || isErased(participant)) {
    return undefined;
  }
  const orders = await ordersFor(db, [participantId]);
  const order = orders.find((each) => each.state === 'CONFIRMED' && !isCancelled(each));
  const present = order && choiceOf(itemsFor(order.items, participantId));
  // Somebody whose other payer has not paid has no place yet.
  if (!present || (await stateOf(db, order)) !== 'CONFIRMED') return undefined;
  const wanted = addedTo(present, choice);
  const quote = quoteChange(prices, order, participantId, wanted);
  const isAllowed = conflictsOfChange(prices, { from: present, to: wanted }).length === 0;
  if (!quote || !isAllowed || quote.addsToGift) return undefined;
  const { differenceCents, feeDifferenceCents } = quote;
  return { order, participant, present, wanted, differenceCents, feeDifferenceCents };
}

/** A choice with more nights and extras. */
function addedTo(present: Choice, { nights, extras }: Choice): Choice {
  const counts = { ...present.extras };
  for (const [id, count] of Object.entries(extras)) counts[id] = (counts[id] ?? 0) + count;
  const all = present.nights + nights;
  const registration = all > 0 ? 'stay' : present.registration;
  return { ...present, registration, nights: all, extras: counts };
}

/** The reader of mails about it with the page to act on: in a group that is the payer. */
export function readerOf({ order, participant }: Pick<WithMore, 'order' | 'participant'>): {
  name: string;
  email: string;
  path: string;
} {
  const below = `/people/${participant.id}`;
  return isGroup(order)
    ? {
        name: order.customer.name,
        email: order.customer.email,
        path: `/registration/${order.pageToken}${below}`,
      }
    : {
        name: participant.name,
        email: participant.email,
        path: `/registration/${participant.pageToken}`,
      };
}
