import type { ExpressionBuilder } from 'kysely';
import type { Requested } from '#contract/requested.ts';
import { searchTextOf, sortNameOf } from '#contract/person-name.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import { ofRequests, type RequestId, requests } from '#contract/requests.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import {
  allRows,
  rowCount,
  firstRow,
  hasRow,
  wroteOne,
  wroteRows,
} from '#server/database/queries.ts';
import { features } from '#server/features.ts';
import { valuesOf, type Without } from '#server/database/row-values.ts';
import type { RowOf, Tables } from '#server/database/tables.ts';
import {
  type ChangedPart,
  digestOf,
  isSamePerson,
  normalised,
  normalisedPhone,
  type Person,
  personKey,
  timestamp,
} from '#server/identity.ts';
import type { OrderState } from '#server/payments/payment-states.ts';

const requestColumns = {
  accompanyingPerson: 'accompanying_person',
  extraNights: 'extra_nights',
} as const satisfies Record<RequestId, keyof Tables['participants']>;

const values = valuesOf('participants', {
  apart: [
    'dedupe_key',
    'person_key',
    'sort_name',
    'search_text',
    'accompanying_person',
    'extra_nights',
    'checked_in_at',
  ],
});

/** A person who takes part, registered by a form, by a sheet or with an agreed amount. */
export type Participant = Without<
  ReturnType<typeof values.read>,
  'cancelledAt' | 'privateFrom' | 'personSince' | 'changedPart'
> &
  Requested;

/** A person who wants to take part, as typed. */
export type Registrant = Pick<
  Participant,
  'name' | 'phone' | 'email' | 'institute' | 'country' | 'presentationType'
>;

export async function insertParticipant(tx: Tx, participant: Participant): Promise<void> {
  const { id, presentationType, registrationType, pageToken, language, createdAt } = participant;
  const registered = { id, presentationType, registrationType, pageToken, language, createdAt };
  const sortName = sortNameOf(participant.name);
  await tx
    .insertInto('participants')
    .values({
      ...values.columns({ ...registered, ...identityOf(participant), sortName }),
      ...columnsOf(participant),
    })
    .execute();
}

/** A person's identity, with the keys by which the person is found. */
function identityOf(registrant: Registrant) {
  const { name, phone, email, institute, country } = registrant;
  const [dedupeKey, searchText] = [dedupeKeyOf(registrant), searchTextOf(registrant)];
  const keys = { dedupeKey, searchText, personKey: personKey(registrant) };
  return { name, phone, email, institute, country, ...keys };
}

/** The number of people who registered with one mail address since a moment, without those who pay an agreed amount. */
export function countParticipants(db: Db, since: string, email: string): Promise<number> {
  return db
    .selectFrom('participants')
    .where('created_at', '>', since)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .where('presentation_type', 'is not', null)
    .$call(rowCount);
}

/**
 * The latest registration of the same person for the same presentation type, outside groups, with this registration
 * type or none yet.
 */
export async function findRegistration(
  db: Db,
  registrant: Registrant,
  registrationType: RegistrationType,
): Promise<Pick<Participant, 'id' | 'pageToken'> | undefined> {
  const row = await db
    .selectFrom('participants')
    .select(['id', 'page_token'])
    .where('dedupe_key', '=', dedupeKeyOf(registrant))
    .where((is) =>
      is.or([is('registration_type', '=', registrationType), is('registration_type', 'is', null)]),
    )
    .where((is) => is.not(is.exists(inGroup(is))))
    .where('cancelled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, pageToken: row.page_token };
}

/** In a query of participants: the group of a participant. */
function inGroup({ selectFrom }: ExpressionBuilder<Tables, 'participants'>) {
  return selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('orders.id')
    .whereRef('order_items.participant_id', '=', 'participants.id')
    .where('orders.offered_by', 'is not', null);
}

/** The id of a registration with this key that was created since a moment and has an order. */
export async function findOrderedRegistrationId(
  db: Db,
  dedupeKey: string,
  since: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('participants')
    .innerJoin('order_items', 'order_items.participant_id', 'participants.id')
    .select('participants.id')
    .where('participants.dedupe_key', '=', dedupeKey)
    .where('participants.created_at', '>=', since)
    .where('participants.cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export function findParticipant(db: Db, id: string): Promise<Participant | undefined> {
  return db.selectFrom('participants').selectAll().where('id', '=', id).$call(firstRow(read));
}

export type ParticipantRow = RowOf<'participants'>;

const withPage = compiledOnce((db, pageToken: string) =>
  db.selectFrom('participants').selectAll().where('page_token', '=', pageToken),
);

/** The participant with a page, with its row, from which lists read more. */
export async function findParticipantByPage(
  db: Db,
  pageToken: string,
): Promise<{ participant: Participant; row: ParticipantRow } | undefined> {
  const [row] = await withPage(db, pageToken);
  return row && { participant: read(row), row };
}

/** These people without the cancelled, in the order in which they registered; for a group, the order of its sheet. */
export async function findParticipants(db: Db, ids: readonly string[]): Promise<Participant[]> {
  if (ids.length === 0) return [];
  return oldestFirst(db)
    .where('id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .$call(allRows(read));
}

/** The participants with a mail address, in upper or lower case, who are not cancelled; oldest first. */
export function findParticipantsWith(db: Db, email: string): Promise<Participant[]> {
  return oldestFirst(db)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', normalised(email))
    .where('cancelled_at', 'is', null)
    .$call(allRows(read));
}

/** Everybody who has had an item of an order. */
export async function participantsEverIn(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('order_items')
    .select('participant_id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('participant_id', 'is not', null)
    .execute();
  return rows.flatMap(({ participant_id }) => participant_id ?? []);
}

/** The cancelled people among these, in the order in which they registered. */
export async function findCancelled(db: Db, ids: readonly string[]): Promise<Participant[]> {
  if (ids.length === 0) return [];
  return oldestFirst(db)
    .where('id', 'in', ids)
    .where('cancelled_at', 'is not', null)
    .$call(allRows(read));
}

/** Whether one of these people is cancelled. */
export async function areCancelled(db: Db, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  return db
    .selectFrom('participants')
    .select('id')
    .where('id', 'in', ids)
    .where('cancelled_at', 'is not', null)
    .limit(1)
    .$call(hasRow);
}

/** The order by which this person has a paid place, alone or in a group, except the order `exceptId`. */
export async function findPaidOrder(
  db: Db,
  person: Person,
  exceptId = '',
): Promise<{ id: string; reference: string } | undefined> {
  return (await placesOf(db, person, 'CONFIRMED')).find(({ id }) => id !== exceptId);
}

/** The latest order, other than this one, by which anybody with the same mail address has a paid place. */
export async function findPaidAtAddress(
  db: Db,
  { id: exceptId, customer: { email } }: { id: string; customer: { email: string } },
): Promise<{ id: string; reference: string } | undefined> {
  const address = normalised(email);
  const places = await booked(db)
    .where(({ fn }) => fn<string>('lower', ['participants.email']), '=', address)
    .execute();
  return places.find(
    ({ id, state, email: other }) =>
      id !== exceptId && state === 'CONFIRMED' && normalised(other) === address,
  );
}

/** Unpaid orders by which one of these people would get a place, alone or in a group, except the order `exceptId`. */
export async function findUnpaidOrders(
  db: Db,
  people: readonly Person[],
  exceptId: string,
): Promise<string[]> {
  const unpaid = new Set<string>();
  for (const person of people) {
    for (const { id } of await placesOf(db, person, 'AWAITING_PAYMENT')) {
      if (id !== exceptId) unpaid.add(id);
    }
  }
  return [...unpaid];
}

/** The orders in a state that have a place for this person, in any spelling of the name, latest first. */
async function placesOf(db: Db, person: Person, state: OrderState) {
  const places = await booked(db)
    .where('participants.person_key', '=', personKey(person))
    .execute();
  // The state is not in the query, because SQLite would read all orders in this state to find a person's few.
  return places.filter((other) => other.state === state && isSamePerson(other, person));
}

/** The places that are booked and not cancelled, latest order first. */
function booked(db: Db) {
  return db
    .selectFrom('participants')
    .innerJoin('order_items', 'order_items.participant_id', 'participants.id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select([
      'orders.id',
      'orders.reference',
      'orders.state',
      'participants.name',
      'participants.email',
    ])
    .where('participants.cancelled_at', 'is', null)
    .where('order_items.kind', '=', 'registration')
    .where('order_items.state', '=', 'booked')
    .where('orders.cancelled_at', 'is', null)
    .orderBy('orders.created_at', 'desc');
}

/** Changes presentation type and registration type of a participant. */
export async function changePart(
  tx: Tx,
  participant: Participant,
  part: { presentationType: string; registrationType: RegistrationType },
): Promise<void> {
  await tx
    .updateTable('participants')
    .set({
      presentation_type: part.presentationType,
      registration_type: part.registrationType,
      dedupe_key: dedupeKeyOf({ ...participant, ...part }),
    })
    .where('id', '=', participant.id)
    .execute();
}

/** Marks people as cancelled; returns the number of people who were not cancelled before. */
export async function markCancelled(tx: Tx, ids: readonly string[], now: string): Promise<number> {
  if (ids.length === 0) return 0;
  for (const { orders } of features()) await orders?.personLeft?.(tx, ids, now);
  return tx
    .updateTable('participants')
    .set({ cancelled_at: now })
    .where('id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .$call(wroteRows);
}

/** Undoes `markCancelled`; returns the number of people who were cancelled before. */
export function unmarkCancelled(tx: Tx, ids: readonly string[]): Promise<number> {
  return tx
    .updateTable('participants')
    .set({ cancelled_at: null })
    .where('id', 'in', ids)
    .where('cancelled_at', 'is not', null)
    .$call(wroteRows);
}

/** Sets the registration type and the given requests; absent requests do not change. False if the row was deleted. */
export function completeRegistration(
  tx: Tx,
  id: string,
  registrationType: RegistrationType,
  requested: Requested,
): Promise<boolean> {
  return tx
    .updateTable('participants')
    .set({ registration_type: registrationType, ...columnsOf(requested) })
    .where('id', '=', id)
    .$call(wroteOne);
}

/**
 * Changes the identity of a participant, with the keys by which the person is found. Without a given `sortName` the
 * sort name changes only with the name. After an address that somebody else gave, the page no longer shows what was sent
 * before.
 */
export async function changeRegistrant(
  tx: Tx,
  before: Participant,
  after: Registrant,
  about: {
    now: Date;
    sortName: string | undefined;
    isReplaced: boolean;
    changedPart: ChangedPart | undefined;
    by: ChangedBy;
  },
): Promise<void> {
  const isRenamed = before.name !== after.name;
  const { sortName = isRenamed ? sortNameOf(after.name) : undefined } = about;
  const now = timestamp(about.now);
  const isMoved = normalised(before.email) !== normalised(after.email);
  const isGiven = isMoved && about.by !== 'person';
  await tx
    .updateTable('participants')
    .set({
      ...values.columns(identityOf(after)),
      ...(sortName !== undefined && { sort_name: sortName }),
      ...(isGiven && { private_from: now }),
      ...(about.isReplaced && { person_since: now }),
      changed_part: about.changedPart ?? null,
    })
    .where('id', '=', before.id)
    .execute();
  if (!isRenamed && !isGiven && !about.isReplaced) return;
  for (const { orders } of features()) {
    await orders?.personReplaced?.(tx, before.id, { isAnother: about.isReplaced, now });
  }
}

/** The author of a change: the person, the payer of the group, or an organiser. */
export type ChangedBy = 'person' | 'payer' | 'organiser';

/** Gives a participant's own page another address. */
export async function replacePageToken(tx: Tx, id: string, token: string): Promise<void> {
  await tx.updateTable('participants').set({ page_token: token }).where('id', '=', id).execute();
}

/** The present sort name for lists. */
export async function findSortName(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('participants')
    .select('sort_name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sort_name ?? '';
}

/**
 * Erases people, except for their presentation type and check-in: their items stay, so that their places count and
 * their orders can be cancelled.
 */
export async function erasePeople(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const nobody = `erased:${id}`;
    await tx
      .updateTable('participants')
      .set({
        dedupe_key: nobody,
        person_key: nobody,
        name: '',
        sort_name: '',
        search_text: ERASED,
        phone: '',
        email: '',
        institute: '',
        country: '',
        page_token: nobody,
        ...Object.fromEntries(Object.values(requestColumns).map((column) => [column, null])),
      })
      .where('id', '=', id)
      .execute();
  }
}

/** Replaces the name of an erased person; organisers use it to name the place. */
export const ERASED = '(erased)';

/** Whether a person was erased, so that only the place is known. */
export function isErased({ email }: Pick<Registrant, 'email'>): boolean {
  return email === '';
}

/** The requests of the first of some people; none if the row was deleted. */
export async function findRequests(db: Db, [id = '']: readonly string[]): Promise<Requested> {
  return (await findParticipant(db, id)) ?? {};
}

function columnsOf(requested: Requested) {
  return Object.fromEntries(
    requests.map(({ id }) => {
      const value = requested[id];
      return [requestColumns[id], typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}

/** The number of people who registered, and the number of people with an agreed amount. */
export async function countPeople(db: Db): Promise<{ registrations: number; discounts: number }> {
  const { all, typed } = await db
    .selectFrom('participants')
    .select(({ fn }) => [
      fn.countAll().as('all'),
      // Nulls are not counted.
      fn.count('presentation_type').as('typed'),
    ])
    .executeTakeFirstOrThrow();
  return { registrations: Number(typed), discounts: Number(all) - Number(typed) };
}

/** Everybody, oldest first, for the command line. */
export function listParticipants(db: Db): Promise<Participant[]> {
  return oldestFirst(db).$call(allRows(read));
}

export function dedupeKeyOf(registrant: Registrant): string {
  const { name, phone, email, institute, country, presentationType = '' } = registrant;
  return digestOf('registration', {
    name: normalised(name),
    phone: normalisedPhone(phone),
    email: normalised(email),
    institute: normalised(institute),
    country,
    presentationType,
  });
}

function oldestFirst(db: Db) {
  return db.selectFrom('participants').selectAll().orderBy('created_at').orderBy('id');
}

function read(row: ParticipantRow): Participant {
  return { ...values.read(row), ...requestsOf(row) };
}

export function requestsOf(row: ParticipantRow): Requested {
  return ofRequests(({ id, kind }) => {
    const cell = row[requestColumns[id]];
    return cell !== null && kind === 'yes' ? cell === 1 : (cell ?? undefined);
  });
}
