import { asCents } from '#contract/money.ts';
import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { type Cell, passedOverWords } from '#server/files/sheet-table.ts';
import { timestamp } from '#server/identity.ts';
import { recordActivity } from '#server/operations/activities.ts';
import {
  ActionImpossible,
  type Organising,
  organisingIn,
  type Plan,
} from '#server/operations/plan.ts';
import { closeOvertaken } from '#server/payments/sync-payment.ts';
import { counted } from '#server/counted.ts';
import { refuseAtCancelled } from '#server/orders/change/refuse-at-cancelled.ts';
import {
  closableOrders,
  openCheckouts,
  releaseReserved,
} from '#server/orders/rows/second-places.ts';
import { giveFreePlace } from '#server/orders/sell/free-place.ts';
import {
  columnsNotRead,
  type GroupPerson,
  inEachLanguage,
  readGroup,
} from '#server/orders/sell/group-people.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import { getOrder, lockPeople } from '#server/orders/rows/orders.ts';
import { findPaidOrder } from '#server/orders/rows/participants.ts';
import { placesOfItems } from '#server/orders/sell/places.ts';
import { possible } from '#server/orders/change/possible.ts';
import { partWords } from '#server/orders/change/quote-change.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import { priceOf, type RegistrationPrice } from '#server/orders/sell/registration-price.ts';
import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { refuseFull } from '#server/orders/sell/places-left.ts';

/** A guest, with an id for the registration and all prices at 0.00. */
type Guest = GroupPerson & { id: string; price: RegistrationPrice; items: OrderItem[] };

/**
 * Gives everybody in a sheet a free place, with one confirmed order for each person. Opening times and prices do not
 * apply to guests; the limits of places do. A second reading of the same sheet adds nobody twice.
 */
export async function planInvitation(
  given: Organising,
  { rows, language }: { rows: readonly (readonly Cell[])[]; language?: string | undefined },
): Promise<Plan> {
  refuseAtCancelled(given);
  const organising = organisingIn(given, language);
  const { payments, content } = organising;
  const { db } = payments;
  const guests = readGuests(organising, readGroup(inEachLanguage(given.content), rows));
  const { invited, known } = await sortGuests(db, guests);
  const own = await closableOrders(db, invited);
  await possible(() => refuseFull(db, content, placesOf(invited), own));
  const open: string[] = [];
  for (const guest of invited) open.push(...(await openCheckouts(db, guest, '')));
  return {
    words: [
      ...invited.map(
        ({ row, name, email, institute, country, items }) =>
          `row ${row}: ${name}, ${email}, ${institute}, ${country}: ${partWords(items)}`,
      ),
      ...known,
      ...passedOverWords(columnsNotRead(inEachLanguage(given.content), rows)),
      ...open,
      invited.length === 0
        ? 'Nobody is new.'
        : `${peopleWords(invited)} would have a free place, confirmed at once, and get a mail about it.`,
    ],
    button: invited.length === 0 ? undefined : `Invite ${peopleWords(invited)}`,
    async perform() {
      const ids = await invite(organising, guests);
      for (const id of ids) await closeOvertaken(payments, id, 'organiser');
      if (ids.length === 0) return ['Nobody is new.'];
      return [`Invited: ${ids.length}. Each has a confirmed place and gets a mail about it.`];
    },
  };
}

function peopleWords({ length }: readonly Guest[]): string {
  return counted(length, 'person', 'people');
}

function readGuests(
  { payments: { newId, clock }, content: { prices } }: Organising,
  people: readonly GroupPerson[],
): Guest[] {
  const now = timestamp(clock());
  return people.map((person) => {
    const price = priceOf(prices, person.choice, now);
    if (!price) {
      throw new ActionImpossible(`row ${person.row}: the conference does not offer this choice`);
    }
    const id = newId();
    const items = itemsOf({ ...price, phase: undefined }, id).map((item) => ({
      ...item,
      unitCents: asCents(0),
    }));
    return { ...person, id, price, items };
  });
}

/**
 * Returns the guests without a place, and a sentence about each guest with a free place. Refuses guests with a paid
 * place.
 */
async function sortGuests(
  db: Db,
  guests: readonly Guest[],
): Promise<{ invited: Guest[]; known: string[] }> {
  const invited: Guest[] = [];
  const known: string[] = [];
  const trouble: string[] = [];
  for (const guest of guests) {
    const found = await findPaidOrder(db, guest);
    if (!found) {
      invited.push(guest);
      continue;
    }
    const { amountCents, reference } = await getOrder(db, found.id);
    const who = `row ${guest.row}: ${guest.name}`;
    if (amountCents === 0) known.push(`${who} already has a free place, ${reference}.`);
    else trouble.push(`${who} has paid already, ${reference}`);
  }
  if (trouble.length > 0) throw new ActionImpossible(trouble.join('\n'));
  return { invited, known };
}

function placesOf(guests: readonly Guest[]) {
  return placesOfItems(guests.flatMap(({ items }) => items));
}

/** Writes all guests or none of them; returns the ids of their orders. */
async function invite(organising: Organising, guests: readonly Guest[]): Promise<string[]> {
  const { payments, content } = organising;
  const sale = { content, clock: payments.clock };
  const { invited: seen } = await sortGuests(payments.db, guests);
  await releaseReserved(payments, sale, placesOf(seen), seen);
  return possible(() =>
    inTransaction(payments.db, async (tx) => {
      // With these locks, nobody takes a place or is confirmed as one of the guests meanwhile.
      await lockPlaces(tx, content.prices);
      await lockPeople(tx, guests);
      const { invited } = await sortGuests(tx, guests);
      await refuseFull(tx, content, placesOf(invited));
      const ids: string[] = [];
      for (const [at, guest] of invited.entries())
        ids.push(await inviteOne(tx, organising, guest, at));
      return ids;
    }),
  );
}

async function inviteOne(
  tx: Tx,
  organising: Organising,
  { id, price, items, row: _row, choice: _choice, membershipNumber: _number, ...person }: Guest,
  at: number,
): Promise<string> {
  const { payments, actor } = organising;
  // So lists have the order of the sheet.
  const createdAt = timestamp(payments.clock(), at);
  const order = await giveFreePlace(tx, organising, { id, person, price, items, createdAt });
  const { reference } = order;
  const about = {
    action: 'invite',
    reference,
    words: `${partWords(items)}, a free place`,
  };
  await recordActivity(tx, { ...payments, actor }, about);
  return order.id;
}
