import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { compiledOnce } from '#server/database/compiled-once.ts';
import { allRows, firstRow, wroteOne } from '#server/database/queries.ts';
import type { ChangeState } from '#server/database/order-tables.ts';
import { valuesOf } from '#server/database/row-values.ts';
import type { RowOf } from '#server/database/tables.ts';
import { HOUR } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { isRecent } from '#server/payments/payment-states.ts';
import { lineParts, withStay } from './item-words.ts';
import { dropProposed } from './order-items.ts';
import { lockOrderRows, raiseVersion } from './orders.ts';

const values = valuesOf('order_changes', {
  signed: ['difference_cents', 'fee_difference_cents'],
  apart: ['closed_at'],
});

/** A change of the items of an order, with the hotel and the days of the room that it then has. */
export type OrderChange = ReturnType<typeof values.read> & { stay?: string | undefined };

/** The actor of a change that claims the difference to a price that was not proved. */
export const CLAIMING = 'server';

/** Whether the server asks for this change. Nobody withdraws it without another change or an accepted proof. */
export function isClaim({ actor }: Pick<OrderChange, 'actor'>): boolean {
  return actor === CLAIMING;
}

export async function insertChange(tx: Tx, change: OrderChange): Promise<void> {
  const becomes = withStay(change.becomes, change.stay);
  const closedAt = change.state === 'proposed' ? undefined : change.createdAt;
  const row = values.columns({ ...change, becomes, paidPaymentId: undefined, closedAt });
  await tx.insertInto('order_changes').values(row).execute();
}

/** Closes a proposed change; false if it was closed before. */
export function closeChange(
  tx: Tx,
  id: string,
  state: Exclude<ChangeState, 'proposed'>,
  now: string,
): Promise<boolean> {
  return tx
    .updateTable('order_changes')
    .set({ state, closed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .$call(wroteOne);
}

/** Records the payment of a change in any state; false if another payment has paid the change. */
export function payChange(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  return tx
    .updateTable('order_changes')
    .set({ paid_payment_id: paymentId })
    .where('id', '=', id)
    .where('paid_payment_id', 'is', null)
    .$call(wroteOne);
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
export function cancellationOf(
  db: Db,
  orderId: string,
  participantId: string,
): Promise<OrderChange | undefined> {
  return db
    .selectFrom('order_items')
    .innerJoin('order_changes', 'order_changes.id', 'order_items.replaced_by')
    .selectAll('order_changes')
    .where('order_items.order_id', '=', orderId)
    .where('order_items.participant_id', '=', participantId)
    .where('order_items.state', '=', 'cancelled')
    .orderBy('order_changes.created_at', 'desc')
    .limit(1)
    .$call(firstRow(read));
}

export function findChange(db: Db, id: string): Promise<OrderChange | undefined> {
  return changes(db).where('id', '=', id).$call(firstRow(read));
}

export function findChangeByToken(db: Db, token: string): Promise<OrderChange | undefined> {
  return changes(db).where('token', '=', token).$call(firstRow(read));
}

/** All proposed changes, which wait for a payment; oldest first. */
export function listProposed(db: Db): Promise<OrderChange[]> {
  return changes(db)
    .where('state', '=', 'proposed')
    .orderBy('created_at')
    .orderBy('id')
    .$call(allRows(read));
}

/** The changes of an order, oldest first. */
export async function changesOf(db: Db, orderId: string): Promise<OrderChange[]> {
  return (await rowsOfOrder(db, orderId)).map(read);
}

const rowsOfOrder = compiledOnce((db, orderId: string) =>
  changes(db).where('order_id', '=', orderId).orderBy('created_at'),
);

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
    .where('state', 'in', ['withdrawn', 'lapsed'])
    .where('created_at', '>', since)
    .execute();
  return rows.filter(
    ({ created_at, closed_at }) => (closed_at ?? '') > timestamp(new Date(created_at), HOUR),
  ).length;
}

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
    .where('state', '=', 'proposed')
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
  return { ...values.read(row), becomes, ...(stay !== undefined && { stay }) };
}
