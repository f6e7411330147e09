import type { Selectable } from 'kysely';
import type { RegistrationType } from '#contract/registration-options.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RegistrationRow } from '#server/database/tables.ts';
import {
  digestOf,
  isSamePerson,
  normalised,
  normalisedPhone,
  type Person,
} from '#server/identity.ts';
import { ordersOfPerson } from '#server/orders/orders.ts';
import type { OrderState } from '#server/payments/payment-states.ts';

/** A person who wants to take part, as typed. */
export type Registrant = {
  name: string;
  phone: string;
  email: string;
  institute: string;
  country: string;
  /** The id of one of the conference's. */
  presentationType: string;
};

export type Registration = Registrant & {
  id: string;
  /** Absent where the page did not send it. */
  registrationType: RegistrationType | undefined;
  /** What the order for several people has as its subject; absent where everybody pays alone. */
  groupId?: string;
  cancelledAt?: string;
  createdAt: string;
} & Partial<Extras>;

/** What people ask for beside what has a price. */
export type Extras = { accompanyingPerson: boolean; extraNights: number };

export async function insertRegistration(tx: Tx, registration: Registration): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({
      id: registration.id,
      dedupe_key: dedupeKeyOf(registration),
      name: registration.name,
      phone: registration.phone,
      email: registration.email,
      institute: registration.institute,
      country: registration.country,
      presentation_type: registration.presentationType,
      registration_type: registration.registrationType ?? null,
      ...columnsOf(registration),
      group_id: registration.groupId ?? null,
      created_at: registration.createdAt,
    })
    .execute();
}

/** How many registrations came since a moment with one mail address. */
export async function countRegistrations(db: Db, since: string, email: string): Promise<number> {
  const row = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>', since)
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email.toLowerCase())
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The latest registration of the same person alone for the same part and of that type, or of none yet. */
export async function findRegistrationId(
  db: Db,
  registrant: Registrant,
  registrationType: RegistrationType,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrations')
    .select('id')
    .where('dedupe_key', '=', dedupeKeyOf(registrant))
    .where((is) =>
      is.or([is('registration_type', '=', registrationType), is('registration_type', 'is', null)]),
    )
    .where('group_id', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether the same person registered for the same part before a moment. */
export async function hasRegistered(db: Db, dedupeKey: string, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('registrations')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A registration with this key that a checkout recorded or ordered since a moment. */
export async function findOrderedRegistrationId(
  db: Db,
  dedupeKey: string,
  since: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('registrations')
    .innerJoin('orders', 'orders.subject_id', 'registrations.id')
    .select('registrations.id')
    .where('registrations.dedupe_key', '=', dedupeKey)
    .where('registrations.created_at', '>=', since)
    .where('registrations.cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function findRegistration(db: Db, id: string): Promise<Registration | undefined> {
  const row = await db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && read(row);
}

/** The people of a group who are not cancelled, in the order in which they stood in its list. */
export async function membersOf(db: Db, groupId: string): Promise<Registration[]> {
  const rows = await db
    .selectFrom('registrations')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** The order that this person has a paid place by, alone or in a group; another than `exceptId`. */
export async function findPaidOrder(
  db: Db,
  person: Person,
  exceptId = '',
): Promise<{ id: string; reference: string } | undefined> {
  const orders = await ordersOfPerson(db, { kind: 'registration', customer: person });
  const alone = orders.find(({ id, state }) => state === 'CONFIRMED' && id !== exceptId);
  return alone ?? findPaidGroup(db, person, exceptId);
}

/** The same of groups alone. */
async function findPaidGroup(
  db: Db,
  person: Person,
  exceptId = '',
): Promise<{ id: string; reference: string } | undefined> {
  const groups = await groupsWith(db, person, 'CONFIRMED');
  return groups.find(({ id }) => id !== exceptId);
}

/** Orders of groups in this state that this person is in. */
async function groupsWith(db: Db, person: Person, state: OrderState) {
  const inGroups = await db
    .selectFrom('registrations')
    .innerJoin('orders', 'orders.subject_id', 'registrations.group_id')
    .select([
      'orders.id',
      'orders.state',
      'orders.reference',
      'registrations.name',
      'registrations.email',
    ])
    // Those of groups alone, which the index finds.
    .where('registrations.group_id', '>', '')
    .where('registrations.cancelled_at', 'is', null)
    .where(
      ({ fn }) => fn<string>('lower', ['registrations.email']),
      '=',
      person.email.toLowerCase(),
    )
    .where('orders.state', '=', state)
    .execute();
  return inGroups.filter((other) => isSamePerson(other, person));
}

/** Unpaid orders by which one of these people would get a place, alone or in a group; another than `exceptId`. */
export async function findUnpaidOrders(
  db: Db,
  people: readonly Person[],
  exceptId: string,
): Promise<string[]> {
  const unpaid = new Set<string>();
  for (const person of people) {
    const alone = await ordersOfPerson(db, { kind: 'registration', customer: person });
    const groups = await groupsWith(db, person, 'AWAITING_PAYMENT');
    for (const { id, state } of [...alone, ...groups]) {
      if (state === 'AWAITING_PAYMENT' && id !== exceptId) unpaid.add(id);
    }
  }
  return [...unpaid];
}

/** Changes what somebody takes part as. */
export async function changePart(
  tx: Tx,
  registration: Registration,
  part: { presentationType: string; registrationType: RegistrationType },
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({
      presentation_type: part.presentationType,
      registration_type: part.registrationType,
      dedupe_key: dedupeKeyOf({ ...registration, ...part }),
    })
    .where('id', '=', registration.id)
    .execute();
}

/** Marks registrations as cancelled; returns how many were not yet. */
export async function markCancelled(tx: Tx, ids: readonly string[], now: string): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('registrations')
    .set({ cancelled_at: now })
    .where('id', 'in', ids)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Sets the registration type and the extras that are given; an extra that is absent stays as it is. False if the row is gone. */
export async function completeRegistration(
  tx: Tx,
  id: string,
  registrationType: RegistrationType,
  extras: Partial<Extras>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('registrations')
    .set({ registration_type: registrationType, ...columnsOf(extras) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Enters who takes part, with the key by which the registration is found again. */
export async function changeRegistrant(tx: Tx, id: string, registrant: Registrant): Promise<void> {
  const { name, phone, email, institute, country } = registrant;
  await tx
    .updateTable('registrations')
    .set({ name, phone, email, institute, country, dedupe_key: dedupeKeyOf(registrant) })
    .where('id', '=', id)
    .execute();
}

/** What the holder of a registration asks for; nothing where it is gone. */
export async function findExtras(db: Db, id: string): Promise<Partial<Extras>> {
  const row = await db
    .selectFrom('registrations')
    .select(['accompanying_person', 'extra_nights'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? extrasOf(row) : {};
}

function columnsOf({ accompanyingPerson, extraNights }: Partial<Extras>) {
  return {
    ...(accompanyingPerson !== undefined && { accompanying_person: accompanyingPerson ? 1 : 0 }),
    ...(extraNights !== undefined && { extra_nights: extraNights }),
  };
}

/** Every registration, oldest first, for the command line. */
export async function listRegistrations(db: Db): Promise<Registration[]> {
  const rows = await db
    .selectFrom('registrations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

export function dedupeKeyOf(registrant: Registrant): string {
  const { name, phone, email, institute, country, presentationType } = registrant;
  return digestOf('registration', {
    name: normalised(name),
    phone: normalisedPhone(phone),
    email: normalised(email),
    institute: normalised(institute),
    country,
    presentationType,
  });
}

function read(row: Selectable<RegistrationRow>): Registration {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    institute: row.institute,
    country: row.country,
    presentationType: row.presentation_type,
    registrationType: (row.registration_type ?? undefined) as RegistrationType | undefined,
    ...(row.group_id !== null && { groupId: row.group_id }),
    ...(row.cancelled_at !== null && { cancelledAt: row.cancelled_at }),
    createdAt: row.created_at,
    ...extrasOf(row),
  };
}

function extrasOf(
  row: Pick<Selectable<RegistrationRow>, 'accompanying_person' | 'extra_nights'>,
): Partial<Extras> {
  return {
    ...(row.accompanying_person !== null && { accompanyingPerson: row.accompanying_person === 1 }),
    ...(row.extra_nights !== null && { extraNights: row.extra_nights }),
  };
}
