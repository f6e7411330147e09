import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import type { ChangeState, ItemState } from '#server/database/order-tables.ts';
import type { RowOf } from '#server/database/tables.ts';
import { timestamp } from '#server/identity.ts';
import { isRecent } from '#server/payments/payment-states.ts';
import { lineParts, withStay } from './item-words.ts';
import { dropProposed } from './order-items.ts';
import { lockOrderRows, raiseVersion } from './orders.ts';

/** A change of the items of an order. */
export type OrderChange = {
  id: string;
  orderId: string;
  /** The participant concerned; undefined for all of them. */
  participantId: string | undefined;
  /** The system user who makes it, `participant`, or CLAIMING. */
  actor: string;
  was: string;
  becomes: string;
  /** The hotel and the days of the room that it then has. */
  stay?: string | undefined;
  /** The difference of the price, fee included; negative if the change costs less. */
  differenceCents: number;
  /** The fee in that difference. */
  feeDifferenceCents: number;
  state: ChangeState;
  /** The token in the address of its payment page; undefined if it costs no more. */
  token: string | undefined;
  /** The payment that paid the difference. */
  paidPaymentId: string | undefined;
  /** The moment when it lapses unpaid; undefined if it costs no more. */
  lapsesAt: string | undefined;
  createdAt: string;
};

/** The actor of a change that claims the difference to a price that was not proved. */
export const CLAIMING = 'server';

/** Whether the server asks for this change. Nobody withdraws it without another change or an accepted proof. */
export function isClaim({ actor }: Pick<OrderChange, 'actor'>): boolean {
  return actor === CLAIMING;
}

export async function insertChange(tx: Tx, change: OrderChange): Promise<void> {
  await tx
    .insertInto('order_changes')
    .values({
      id: change.id,
      order_id: change.orderId,
      participant_id: change.participantId ?? null,
      actor: change.actor,
      was: change.was,
      becomes: withStay(change.becomes, change.stay),
      difference_cents: change.differenceCents,
      fee_difference_cents: change.feeDifferenceCents,
      state: change.state,
      token: change.token ?? null,
      paid_payment_id: null,
      lapses_at: change.lapsesAt ?? null,
      created_at: change.createdAt,
      closed_at: change.state === 'proposed' ? null : change.createdAt,
    })
    .execute();
}

/** Closes a proposed change; false if it was closed before. */
export async function closeChange(
  tx: Tx,
  id: string,
  state: Exclude<ChangeState, 'proposed'>,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_changes')
    .set({ state, closed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed' satisfies ChangeState)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records the payment of a change in any state; false if another payment has paid the change. */
export async function payChange(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('order_changes')
    .set({ paid_payment_id: paymentId })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the token of the page where a change is paid; undefined ends the page. */
export async function replaceToken(tx: Tx, id: string, token: string | undefined): Promise<void> {
  await tx
    .updateTable('order_changes')
    .set({ token: token ?? null })
    .where('id', '=', id)
    .execute();
}

/** The text in `becomes` if a change cancels a person. */
export const CANCELLED = 'cancelled';

/** The latest change by which a participant of an order was cancelled. */
export async function cancellationOf(
  db: Db,
  orderId: string,
  participantId: string,
): Promise<OrderChange | undefined> {
  const row = await db
    .selectFrom('order_items')
    .innerJoin('order_changes', 'order_changes.id', 'order_items.replaced_by')
    .selectAll('order_changes')
    .where('order_items.order_id', '=', orderId)
    .where('order_items.participant_id', '=', participantId)
    .where('order_items.state', '=', 'cancelled' satisfies ItemState)
    .orderBy('order_changes.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && read(row);
}

export async function findChange(db: Db, id: string): Promise<OrderChange | undefined> {
  const row = await changes(db).where('id', '=', id).executeTakeFirst();
  return row && read(row);
}

export async function findChangeByToken(db: Db, token: string): Promise<OrderChange | undefined> {
  const row = await changes(db).where('token', '=', token).executeTakeFirst();
  return row && read(row);
}

/** All proposed changes, which wait for a payment; oldest first. */
export async function listProposed(db: Db): Promise<OrderChange[]> {
  const rows = await changes(db)
    .where('state', '=', 'proposed' satisfies ChangeState)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(read);
}

/** The changes of an order, oldest first. */
export async function changesOf(db: Db, orderId: string): Promise<OrderChange[]> {
  const rows = await changes(db).where('order_id', '=', orderId).orderBy('created_at').execute();
  return rows.map(read);
}

/** The proposed changes of these people of an order, which wait for a payment. */
export async function openChanges(
  db: Db,
  orderId: string,
  participantIds: readonly string[],
): Promise<OrderChange[]> {
  return (await changesOf(db, orderId)).filter(
    ({ state, participantId }) =>
      state === 'proposed' && participantId !== undefined && participantIds.includes(participantId),
  );
}

/** The number of changes of a person by one actor since a moment that kept places for over an hour and were not paid. */
export async function countKeptUnpaid(
  db: Db,
  { orderId, participantId, actor }: { orderId: string; participantId: string; actor: string },
  since: string,
): Promise<number> {
  const rows = await db
    .selectFrom('order_changes')
    .select(['created_at', 'closed_at'])
    .where('order_id', '=', orderId)
    .where('participant_id', '=', participantId)
    .where('actor', '=', actor)
    .where('state', 'in', ['withdrawn', 'lapsed'] satisfies ChangeState[])
    .where('created_at', '>', since)
    .execute();
  return rows.filter(
    ({ created_at, closed_at }) => (closed_at ?? '') > timestamp(new Date(created_at), HOUR_MS),
  ).length;
}

const HOUR_MS = 60 * 60_000;

/** Closes a proposed change without making it, and deletes its proposed items. */
export async function dropChange(
  tx: Tx,
  { id, orderId }: Pick<OrderChange, 'id' | 'orderId'>,
  state: 'withdrawn' | 'lapsed',
  now: string,
): Promise<void> {
  if (!(await closeChange(tx, id, state, now))) return;
  await dropProposed(tx, id);
  await raiseVersion(tx, orderId);
}

/** Closes changes that lapse now, and that nobody is paying. */
export async function lapseChanges(db: Db, now: string): Promise<void> {
  for (const { id, order_id: orderId } of await lapsed(db, now).execute()) {
    await inTransaction(db, async (tx) => {
      // With this lock, no payment of the change begins meanwhile.
      await lockOrderRows(tx, [orderId]);
      const still = await lapsed(tx, now).where('id', '=', id).executeTakeFirst();
      if (still) await dropChange(tx, { id, orderId }, 'lapsed', now);
    });
  }
}

function lapsed(db: Db, now: string) {
  return changes(db)
    .where('state', '=', 'proposed' satisfies ChangeState)
    .where('lapses_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.change_id', '=', 'order_changes.id')
            .where((is) => isRecent(is, now)),
        ),
      ),
    );
}

function changes(db: Db) {
  return db.selectFrom('order_changes').selectAll();
}

function read(row: RowOf<'order_changes'>): OrderChange {
  const { line: becomes, stay } = lineParts(row.becomes);
  return {
    id: row.id,
    orderId: row.order_id,
    participantId: row.participant_id ?? undefined,
    actor: row.actor,
    was: row.was,
    becomes,
    ...(stay !== undefined && { stay }),
    differenceCents: row.difference_cents,
    feeDifferenceCents: row.fee_difference_cents,
    state: row.state,
    token: row.token ?? undefined,
    paidPaymentId: row.paid_payment_id ?? undefined,
    lapsesAt: row.lapses_at ?? undefined,
    createdAt: row.created_at,
  };
}
