import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { searchTextOf } from '#contract/person-name.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { rowCount, wroteOne, inParts } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import type { WaitingState } from './tables.ts';
import { digestOf, normalised, personKey } from '#server/identity.ts';
import { mayBringMoney } from '#server/payments/payment-states.ts';
import { itemIn, thingOf } from '#server/orders/rows/order-items.ts';
import { type Choice, priceIdOf } from '#server/orders/sell/registration-price.ts';

const values = valuesOf('waiting_list', {
  names: { presentation_type: 'presentation', registration_type: 'registration' },
  apart: ['dedupe_key', 'person_key', 'search_text', 'offered_at'],
});

/** A person on the waiting list. An entry whose address nobody confirmed has no turn. */
export type WaitingEntry = Omit<ReturnType<typeof values.read>, keyof Choice> & { choice: Choice };

type NewEntry = Omit<
  WaitingEntry,
  'state' | 'confirmedAt' | 'offeredUntil' | 'orderId' | 'participantId'
>;

/** Inserts an entry that waits, unconfirmed; false if the same person waits for the same choice already. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const { id, name, email, choice, token, origin, language, createdAt } = entry;
  const added = { id, name, email, ...choice, token, origin, language, createdAt };
  const row = values.columns({
    ...added,
    state: 'WAITING',
    dedupeKey: dedupeKeyOf(entry),
    personKey: personKey(entry),
    searchText: searchTextOf({ name, email, phone: '', institute: '' }),
  });
  return insertRow(tx, row, choice);
}

/**
 * Inserts the entry of a participant who waits for more, with its turn; false if the person waits for the same already.
 * A person who has paid needs no mail to confirm the address.
 */
export function insertAddition(
  tx: Tx,
  entry: NewEntry & { participantId: string },
): Promise<boolean> {
  const { id, name, email, choice, token, origin, language, createdAt, participantId } = entry;
  const { nights, extras } = choice;
  const added = { id, name, email, ...choice, token, origin, language, createdAt, participantId };
  const row = values.columns({
    ...added,
    state: 'WAITING',
    dedupeKey: digestOf('waiting-for-more', {
      participantId,
      thing: nights > 0 ? 'room' : Object.keys(extras).toSorted(),
    }),
    personKey: personKey(entry),
    searchText: searchTextOf({ name, email, phone: '', institute: '' }),
    confirmedAt: createdAt,
  });
  return insertRow(tx, row, choice);
}

async function insertRow(
  tx: Tx,
  row: Insertable<Tables['waiting_list']>,
  choice: Choice,
): Promise<boolean> {
  const { id } = row;
  const isNew = await tx
    .insertInto('waiting_list')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').where(isInQueue).doNothing())
    .$call(wroteOne);
  if (!isNew) return false;
  const extras = Object.entries(choice.extras).filter(([, quantity]) => quantity > 0);
  if (extras.length > 0) {
    await tx
      .insertInto('waiting_list_extras')
      .values(
        extras.map(([wanted, quantity]) => {
          const thing = thingOf(wanted);
          return { entry_id: id, extra: thing.item, choice: thing.choice ?? '', quantity };
        }),
      )
      .execute();
  }
  return true;
}

/** A person is in the queue once with the same choice. The unique index has the same condition. */
const isInQueue = sql<boolean>`state in ('WAITING', 'OFFERED')`;
const IN_QUEUE: WaitingState[] = ['WAITING', 'OFFERED'];

function dedupeKeyOf(entry: Pick<NewEntry, 'name' | 'email' | 'choice'>): string {
  return digestOf('waiting', { person: personKey(entry), choice: priceIdOf(entry.choice) });
}

/** The unconfirmed entry of the same person for the same choice. */
export async function findUnconfirmed(
  db: Db,
  entry: Pick<NewEntry, 'name' | 'email' | 'choice'>,
): Promise<WaitingEntry | undefined> {
  const row = await entries(db)
    .where('dedupe_key', '=', dedupeKeyOf(entry))
    .where('state', '=', 'WAITING')
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return row && (await readEntries(db, [row]))[0];
}

/** Confirms the address of an entry that waits: its turn counts from then on. */
export async function confirmEntry(tx: Tx, id: string, now: string): Promise<void> {
  await tx
    .updateTable('waiting_list')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .where('confirmed_at', 'is', null)
    .execute();
}

/** The confirmed entries in a state, in the order of the queue. */
export async function listEntries(db: Db, state: WaitingState): Promise<WaitingEntry[]> {
  const rows = await entries(db)
    .where('state', '=', state)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readEntries(db, rows);
}

/** The entries of an address that wait or have an offer, first come first. */
export async function queuedEntriesOf(db: Db, email: string): Promise<WaitingEntry[]> {
  const rows = await entries(db)
    .where('state', 'in', IN_QUEUE)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readEntries(db, rows);
}

/** A visitor's entry: participants act on their own page, so the token of an addition opens nothing. */
export async function findEntry(db: Db, token: string): Promise<WaitingEntry | undefined> {
  const row = await entries(db)
    .where('token', '=', token)
    .where('participant_id', 'is', null)
    .executeTakeFirst();
  return row && (await readEntries(db, [row]))[0];
}

/** The entries whose taken offer was not paid in time, and for which no money can come any more. */
export async function listOverdueTakers(db: Db, now: string): Promise<WaitingEntry[]> {
  const rows = await db
    .selectFrom('waiting_list')
    .innerJoin('orders', 'orders.id', 'waiting_list.order_id')
    .selectAll('waiting_list')
    .where('waiting_list.state', '=', 'TAKEN')
    .where('waiting_list.offered_until', '<=', now)
    .where('orders.state', '=', 'AWAITING_PAYMENT')
    .where('orders.cancelled_at', 'is', null)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where(mayBringMoney),
        ),
      ),
    )
    .orderBy('waiting_list.created_at')
    .orderBy('waiting_list.id')
    .execute();
  return readEntries(db, rows);
}

/** The entries in the queue of participants who wait for more, oldest first. */
export async function listAdditions(
  db: Db,
  participantIds?: readonly string[],
): Promise<WaitingEntry[]> {
  const rows = await entries(db)
    .where('state', 'in', IN_QUEUE)
    .where('participant_id', 'is not', null)
    .$if(participantIds !== undefined, (query) =>
      query.where('participant_id', 'in', participantIds ?? []),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return readEntries(db, rows);
}

/** The number of offers to a participant that ended since a moment without being taken. */
export function countLapsed(db: Db, participantId: string, since: string): Promise<number> {
  return db
    .selectFrom('waiting_list')
    .where('participant_id', '=', participantId)
    .where('state', '=', 'LAPSED')
    .where('offered_until', '>', since)
    .$call(rowCount);
}

/** Participants wait for nothing any more, because they gave up their places or somebody else has them. */
export async function endAdditions(tx: Tx, participantIds: readonly string[]): Promise<void> {
  if (participantIds.length === 0) return;
  await tx
    .updateTable('waiting_list')
    .set({ state: 'LEFT' })
    .where('participant_id', 'in', participantIds)
    .where('state', 'in', IN_QUEUE)
    .execute();
}

/** The visitors in the queue who may have a paid place by now: the caller looks for the place. */
export async function findOrdered(db: Db): Promise<WaitingEntry[]> {
  const rows = await entries(db)
    .where('state', 'in', IN_QUEUE)
    .where((is) =>
      is.exists(
        is
          .selectFrom('participants')
          .innerJoin('order_items', 'order_items.participant_id', 'participants.id')
          .select('participants.id')
          .whereRef('participants.person_key', '=', 'waiting_list.person_key'),
      ),
    )
    .execute();
  const visitors = rows.filter(({ participant_id: has }) => has === null);
  return readEntries(db, visitors);
}

/** Moves an entry from one state to another; false if it has left the first state meanwhile. */
export function moveEntry(
  tx: Tx,
  id: string,
  from: WaitingState,
  to: WaitingState,
  times?: { offeredAt: string; offeredUntil: string },
): Promise<boolean> {
  return tx
    .updateTable('waiting_list')
    .set({
      state: to,
      ...(times && { offered_at: times.offeredAt, offered_until: times.offeredUntil }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .$call(wroteOne);
}

/** Names the order that took the offer of an entry, and the end of its reservation. */
export async function attachOrder(
  tx: Tx,
  id: string,
  orderId: string,
  offeredUntil: string,
): Promise<void> {
  await tx
    .updateTable('waiting_list')
    .set({ order_id: orderId, offered_until: offeredUntil })
    .where('id', '=', id)
    .execute();
}

/** The number of entries since a moment. */
export function countEntries(db: Db, since: string): Promise<number> {
  return db.selectFrom('waiting_list').where('created_at', '>', since).$call(rowCount);
}

/** In a query of orders: the orders that took an offer whose time is not over. */
export function tookOffer(is: ExpressionBuilder<Tables, 'orders'>) {
  return is.exists(
    is
      .selectFrom('waiting_list')
      .select('waiting_list.id')
      .whereRef('waiting_list.order_id', '=', 'orders.id')
      .where('waiting_list.state', '=', 'TAKEN'),
  );
}

function entries(db: Db) {
  return db.selectFrom('waiting_list').selectAll();
}

/** Entries with their extras. */
export async function readEntries(
  db: Db,
  rows: readonly RowOf<'waiting_list'>[],
): Promise<WaitingEntry[]> {
  const extras = new Map<string, Record<string, number>>();
  for (const some of inParts(rows)) {
    const ids = some.map(({ id }) => id);
    const found = await db
      .selectFrom('waiting_list_extras')
      .selectAll()
      .where('entry_id', 'in', ids)
      .execute();
    for (const { entry_id: id, extra, choice, quantity } of found) {
      const name = itemIn({ item: extra, choice: choice || null });
      extras.set(id, { ...extras.get(id), [name]: quantity });
    }
  }
  return rows.map((row) => {
    const { presentation, registration, nights, guests, ...entry } = values.read(row);
    const choice = { presentation, registration, nights, guests, extras: extras.get(row.id) ?? {} };
    return { ...entry, choice };
  });
}

/** The page of a person on the list. */
export function pageOf({ token }: Pick<WaitingEntry, 'token'>): string {
  return `/waiting-list/${token}`;
}

/** The page of the person's offer. */
export function offerOf({ token }: Pick<WaitingEntry, 'token'>): string {
  return `/offer/${token}`;
}
