import type { Db, Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows, rowCount, firstRow, wroteOne } from '#server/database/queries.ts';
import type { ConfirmationKind, ConfirmationState } from '#server/database/order-tables.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import type { Customer } from './orders.ts';

/** The participant whose entries change; without one, the payer of a group. */
export type Whose = { orderId: string; participantId: string | undefined };

/**
 * A new address of a registration, or a colleague who is to take the place over. Nothing changes until somebody who
 * reads the mails to this address says yes.
 */
export type AddressConfirmation = Whose & {
  id: string;
  token: string;
  kind: ConfirmationKind;
  /** The new entries: of a colleague all of them, otherwise the address alone. */
  entries: Partial<Customer> & { email: string };
  state: ConfirmationState;
  /** Whether the payer of a group asked for one of its people; undefined if that was not recorded. */
  isByPayer: boolean | undefined;
  createdAt: string;
};

const values = valuesOf('address_confirmations', { names: { by_payer: 'isByPayer' } });

/** The time for which the link in the mail works. */
export const LIFE_MS: Record<ConfirmationKind, number> = {
  address: 2 * DAY,
  'hand-over': 7 * DAY,
};

export async function insertConfirmation(
  tx: Tx,
  { entries, ...request }: AddressConfirmation,
): Promise<void> {
  const { email, name, phone, institute, country } = entries;
  const row = values.columns({ ...request, email, name, phone, institute, country });
  await tx.insertInto('address_confirmations').values(row).execute();
}

export function findConfirmation(db: Db, token: string): Promise<AddressConfirmation | undefined> {
  return db
    .selectFrom('address_confirmations')
    .selectAll()
    .where('token', '=', token)
    .$call(firstRow(read));
}

const openAbout = compiledOnce((db, orderId: string, participantIds: readonly string[]) =>
  db
    .selectFrom('address_confirmations')
    .selectAll()
    .where('state', '=', 'open')
    .where((is) =>
      is.or([
        is('participant_id', 'in', ['', ...participantIds]),
        is.and([is('order_id', '=', orderId), is('participant_id', 'is', null)]),
      ]),
    )
    .orderBy('created_at'),
);

/** The open requests on a page whose links still work: about the payer of an order, and about some people. */
export async function confirmationsWaiting(
  db: Db,
  { orderId, participantIds }: { orderId: string; participantIds: readonly string[] },
  now: Date,
): Promise<AddressConfirmation[]> {
  const rows = await openAbout(db, orderId, participantIds);
  return rows.map(read).filter((confirmation) => !isLapsed(confirmation, now));
}

/** The path of the page where it is confirmed. */
export function confirmationPath({ token }: AddressConfirmation): string {
  return `/registration/confirm/${token}`;
}

export function isLapsed(confirmation: AddressConfirmation, now: Date): boolean {
  return lapseOf(confirmation) <= timestamp(now);
}

/** The moment when the link stops working. */
export function lapseOf({ kind, createdAt }: AddressConfirmation): string {
  return timestamp(new Date(createdAt), LIFE_MS[kind]);
}

/** False if it was confirmed or withdrawn before. */
export function closeConfirmation(
  tx: Tx,
  id: string,
  state: Exclude<ConfirmationState, 'open'>,
): Promise<boolean> {
  return tx
    .updateTable('address_confirmations')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$call(wroteOne);
}

/** The number of requests since a moment: about one person, or to one address. */
export function countConfirmations(
  db: Db,
  about: Whose | { email: string },
  since: string,
): Promise<number> {
  return (
    'email' in about
      ? db
          .selectFrom('address_confirmations')
          .where(({ fn }) => fn<string>('lower', ['email']), '=', about.email.toLowerCase())
      : ofPerson(db, about)
  )
    .where('created_at', '>', since)
    .$call(rowCount);
}

/** The open requests about a person, latest first, also those whose links have lapsed. */
export function openConfirmations(db: Db, whose: Whose): Promise<AddressConfirmation[]> {
  return ofPerson(db, whose)
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .$call(allRows(read));
}

/** A participant may have several orders, and a group has one page for its payer. */
function ofPerson(db: Db, { orderId, participantId }: Whose) {
  const all = db.selectFrom('address_confirmations');
  return participantId === undefined
    ? all.where('order_id', '=', orderId).where('participant_id', 'is', null)
    : all.where('participant_id', '=', participantId);
}

function read(row: RowOf<'address_confirmations'>): AddressConfirmation {
  const { email, name, phone, institute, country, ...request } = values.read(row);
  return {
    ...request,
    entries: {
      email,
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(institute !== undefined && { institute }),
      ...(country !== undefined && { country }),
    },
  };
}
