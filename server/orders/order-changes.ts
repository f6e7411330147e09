import type { Db, Tx } from '#server/database/database.ts';
import type { ChangeState } from '#server/database/tables.ts';

/** A change of what was ordered. */
export type OrderChange = {
  id: string;
  orderId: string;
  /** The registration of the person concerned; undefined for all of them. */
  participantId: string | undefined;
  /** The system user who makes it. */
  actor: string;
  was: string;
  becomes: string;
  /** The difference of the price; negative where the change costs less. */
  differenceCents: number;
  state: ChangeState;
  /** The order over the difference, where it costs more. */
  supplementId: string | undefined;
  createdAt: string;
};

export async function insertChange(tx: Tx, change: OrderChange): Promise<void> {
  await tx
    .insertInto('order_changes')
    .values({
      id: change.id,
      order_id: change.orderId,
      participant_id: change.participantId ?? null,
      actor: change.actor,
      was: change.was,
      becomes: change.becomes,
      difference_cents: change.differenceCents,
      state: change.state,
      supplement_id: change.supplementId ?? null,
      created_at: change.createdAt,
      closed_at: change.state === 'proposed' ? null : change.createdAt,
    })
    .execute();
}

/** Closes a change that is proposed; false where it was closed before. */
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

export async function findChange(db: Db, id: string): Promise<OrderChange | undefined> {
  const row = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      orderId: row.order_id,
      participantId: row.participant_id ?? undefined,
      actor: row.actor,
      was: row.was,
      becomes: row.becomes,
      differenceCents: row.difference_cents,
      state: row.state,
      supplementId: row.supplement_id ?? undefined,
      createdAt: row.created_at,
    }
  );
}

/** The words of a change after which somebody has nothing of the order any more. */
export const CANCELLED = 'cancelled';

/** The change by which somebody of an order was cancelled last. */
export async function cancellationOf(
  db: Db,
  orderId: string,
  participantId: string,
): Promise<OrderChange | undefined> {
  const row = await db
    .selectFrom('order_changes')
    .select('id')
    .where('order_id', '=', orderId)
    .where('participant_id', '=', participantId)
    .where('state', '=', 'made' satisfies ChangeState)
    .where('becomes', '=', CANCELLED)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && findChange(db, row.id);
}

/** The change that a supplement is for. */
export type SupplementChange = Pick<OrderChange, 'id' | 'orderId' | 'was' | 'becomes'>;

/** The changes that orders over a difference are for, by the id of that order. */
export async function changesBySupplement(
  db: Db,
  supplementIds: readonly string[],
): Promise<ReadonlyMap<string | null, SupplementChange>> {
  if (supplementIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_changes')
    .select(['id', 'order_id', 'was', 'becomes', 'supplement_id'])
    .where('supplement_id', 'in', supplementIds)
    .execute();
  return new Map(
    rows.map(({ order_id: orderId, supplement_id, ...change }) => [
      supplement_id,
      { ...change, orderId },
    ]),
  );
}
