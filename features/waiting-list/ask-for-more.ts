import type { Prices } from '#contract/content.ts';
import { DAY } from '#contract/time-spans.ts';
import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { lockOrders } from '#server/orders/rows/lock-orders.ts';
import { getOrder, isGroup, type Order } from '#server/orders/rows/orders.ts';
import type { Participant } from '#server/orders/rows/participants.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import { offeredChoices } from '#server/orders/sell/offered-choices.ts';
import type { Sale } from '#server/orders/sell/on-sale.ts';
import { limitsOf, lockPlaces } from '#server/orders/sell/place-limits.ts';
import type { Places } from '#server/orders/sell/places.ts';
import { findMissing } from '#server/orders/sell/places-left.ts';
import { ALONE, type Choice } from '#server/orders/sell/registration-price.ts';
import { awaitedPlaces } from './awaited.ts';
import { withMore } from './more-of-participant.ts';
import {
  countLapsed,
  insertAddition,
  listAdditions,
  moveEntry,
  type WaitingEntry,
} from './waiting-list.ts';

/** Something sold out of which a participant could have more: an extra, or nights in a room. */
export type SoldOut = { thing: string; label: string; most: number };

/** The thing of the nights in a room; extras have their ids. */
const ROOM = 'room';

/** Offers that one person may let end within this time: each keeps a place empty. */
const LAPSED_WITHIN_MS = 30 * DAY;
const MOST_LAPSED = 3;

/** The things that are sold out for a participant now, without what the person waits for already. */
export async function soldOutFor(
  db: Db,
  sale: Sale,
  { order, participant }: { order: Order; participant: Participant },
  own: readonly WaitingEntry[],
): Promise<SoldOut[]> {
  const { prices } = sale.content;
  const now = timestamp(sale.clock());
  const one = Object.fromEntries(Object.keys(limitsOf(prices)).map((kind) => [kind, 1]));
  const full = new Set(await findMissing(db, sale, one));
  const about = offeredChoices(prices, order, participant.id, { now, full });
  if (!about) return [];
  const { present, room, extras } = about;
  const awaited = new Set(own.map(thingOf));
  const found: SoldOut[] = [];
  if (room && full.has('nights') && room.mostNights > present.nights) {
    found.push({ thing: ROOM, label: room.hotel, most: room.mostNights - present.nights });
  }
  for (const { id, label, most } of extras) {
    const left = most - (present.extras[id] ?? 0);
    const kinds = Object.keys(awaitedPlaces({ participantId: '', choice: more(present, id, 1) }));
    if (left > 0 && kinds.some((kind) => full.has(kind)))
      found.push({ thing: id, label, most: left });
  }
  const possible: SoldOut[] = [];
  for (const each of found.filter(({ thing }) => !awaited.has(thing))) {
    const entry = { participantId: participant.id, choice: more(present, each.thing, 1) };
    if (await withMore(db, prices, entry)) possible.push(each);
  }
  return possible;
}

/** The thing of an entry. */
function thingOf({ choice: { nights, extras } }: Pick<WaitingEntry, 'choice'>): string {
  return nights > 0 ? ROOM : (Object.keys(extras)[0] ?? '');
}

/** The choice of an entry, beyond the present one: its type is kept, because an entry has one. */
function more({ presentation }: Choice, thing: string, count: number): Choice {
  return thing === ROOM
    ? { ...ALONE, presentation, registration: 'stay', nights: count }
    : { ...ALONE, presentation, extras: { [thing]: count } };
}

type Wish = { order: Order; participant: Participant; thing: string; count: number };

/** Puts a participant in the queue. Pressing twice is waiting once. */
export async function askForMore(
  organising: Organising,
  { order: { id, reference }, participant, thing, count }: Wish,
): Promise<void> {
  const { payments, content, origin } = organising;
  const { prices } = content;
  const sale = { content, clock: payments.clock };
  await act(organising, async ({ tx, now, moment, record }) => {
    await lockOrders(tx, [id]);
    await lockPlaces(tx, prices);
    const present = presentOf(await getOrder(tx, id), participant);
    if (!present) throw new ActionImpossible(`${reference} has no place.`, { reason: 'changed' });
    const choice = more(present, thing, count);
    const added = await withMore(tx, prices, { participantId: participant.id, choice });
    if (!added || !isKnown(prices, thing) || count < 1) {
      throw new ActionImpossible('The conference does not offer this.', { reason: 'notOffered' });
    }
    const lapsed = await countLapsed(tx, participant.id, timestamp(moment, -LAPSED_WITHIN_MS));
    if (lapsed >= MOST_LAPSED) {
      throw new ActionImpossible(`${reference} has let ${lapsed} offers end.`, {
        reason: 'tooMany',
      });
    }
    const wanted: Places = awaitedPlaces({ participantId: participant.id, choice });
    // A press that comes too late finds a free place, and the page says so.
    if ((await findMissing(tx, sale, wanted)).length === 0) return;
    const entry = {
      id: payments.newId(),
      token: payments.newId(),
      name: participant.name,
      email: participant.email,
      language: added.order.language,
      participantId: participant.id,
      choice,
      origin,
      createdAt: now,
    };
    if (!(await insertAddition(tx, entry))) return;
    const words = `waits for more: ${thing}, ${count}`;
    const participantId = isGroup(added.order) ? participant.id : undefined;
    await record({ action: 'waiting', reference, participantId, words });
  });
}

function presentOf({ items }: Order, { id }: Participant): Choice | undefined {
  return choiceOf(itemsFor(items, id));
}

function isKnown(prices: Prices, thing: string): boolean {
  return thing === ROOM || prices.extras.some(({ id }) => id === thing);
}

/** Leaves the queue, or declines an offer, of one's own entry. */
export async function endWaiting(
  organising: Organising,
  participantId: string,
  entryId: string,
): Promise<void> {
  const { content } = organising;
  await act(organising, async ({ tx }) => {
    await lockPlaces(tx, content.prices);
    const own = await listAdditions(tx, [participantId]);
    const entry = own.find(({ id }) => id === entryId);
    if (entry) await moveEntry(tx, entry.id, entry.state, 'LEFT');
  });
}
