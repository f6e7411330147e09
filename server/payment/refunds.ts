import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/tables.ts';

/** REQUESTED: to be asked for, or asked for without a clear answer. */
export type RefundState = 'REQUESTED' | 'SENT' | 'REFUSED';

/** Money that goes back by our own wish. What is sent back at the provider shows in the payment alone. */
export type Refund = {
  id: string;
  paymentId: string;
  idempotencyKey: string;
  ref: string | undefined;
  amountCents: Cents;
  reason: string;
  state: RefundState;
  createdAt: string;
};

/** Notes that money has to go back; it is asked for under its own key, so once. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'createdAt'>,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      id: refund.id,
      payment_id: refund.paymentId,
      idempotency_key: `rf_${refund.id}`,
      provider_ref: null,
      amount_cents: refund.amountCents,
      reason: refund.reason,
      state: 'REQUESTED' satisfies RefundState,
      created_at: refund.createdAt,
    })
    .execute();
}

export async function listRefunds(db: Db, state?: RefundState): Promise<Refund[]> {
  let query = db.selectFrom('refunds').selectAll().orderBy('created_at');
  if (state) query = query.where('state', '=', state);
  return (await query.execute()).map(read);
}

/** What of a payment was asked back already, refused wishes left out. */
export async function refundsWished(db: Db, paymentId: string): Promise<Cents> {
  const rows = await db
    .selectFrom('refunds')
    .select('amount_cents')
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'REFUSED' satisfies RefundState)
    .execute();
  return asCents(rows.reduce((sum, row) => sum + row.amount_cents, 0));
}

export async function finishRefund(
  db: Db,
  id: string,
  state: RefundState,
  ref: string | undefined,
): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state, provider_ref: ref ?? null })
    .where('id', '=', id)
    .execute();
}

function read(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    idempotencyKey: row.idempotency_key,
    ref: row.provider_ref ?? undefined,
    amountCents: asCents(row.amount_cents),
    reason: row.reason,
    state: row.state as RefundState,
    createdAt: row.created_at,
  };
}
