import { asCents, type Cents } from '#contract/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/tables.ts';
import type { Selectable } from 'kysely';

/** PayPal refunds a payment for that long; Stripe does so for longer. */
export const REFUNDABLE_DAYS = 180;

/** REQUESTED: not sent yet, or sent without a clear answer. REFUSED: no money moved; it may be requested again. */
export type RefundState = 'REQUESTED' | 'SENT' | 'REFUSED';

/** A refund that we requested. Refunds made in the provider's dashboard are recorded in the payment alone. */
export type Refund = {
  id: string;
  paymentId: string;
  idempotencyKey: string;
  ref: string | undefined;
  amountCents: Cents;
  reason: string;
  state: RefundState;
  /** How often it was refused. */
  refusals: number;
  createdAt: string;
};

/** Records that money has to be sent back. The refund has a key of its own, so it happens once. */
export async function insertRefund(
  tx: Tx,
  refund: Pick<Refund, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'createdAt'>,
): Promise<Refund> {
  const row = await tx
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
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

/** Refunds to send now: new ones, those without a clear answer, and refused ones whose next try is due. */
export async function refundsToSend(db: Db, now: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where((is) =>
      is.or([
        is('state', '=', 'REQUESTED' satisfies RefundState),
        is.and([is('state', '=', 'REFUSED' satisfies RefundState), is('next_try_at', '<=', now)]),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return rows.map(read);
}

/** Records a refusal; without `nextTry` the refund stays refused until a person requests another one. */
export async function refuseRefund(db: Db, id: string, nextTry: string | undefined): Promise<void> {
  await db
    .updateTable('refunds')
    .set((column) => ({
      state: 'REFUSED' satisfies RefundState,
      refusals: column('refusals', '+', 1),
      next_try_at: nextTry ?? null,
    }))
    .where('id', '=', id)
    .execute();
}

export async function listRefunds(db: Db, state?: RefundState): Promise<Refund[]> {
  let query = db.selectFrom('refunds').selectAll().orderBy('created_at');
  if (state) query = query.where('state', '=', state);
  return (await query.execute()).map(read);
}

/** How much of a payment was requested back already, without refused requests. */
export async function refundsRequested(db: Db, paymentId: string): Promise<Cents> {
  const rows = await db
    .selectFrom('refunds')
    .select('amount_cents')
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'REFUSED' satisfies RefundState)
    .execute();
  return asCents(rows.reduce((sum, row) => sum + row.amount_cents, 0));
}

/** Marks a refund as sent. `ref` is the provider's id of it; absent if the money had been sent back some other way. */
export async function finishRefund(db: Db, id: string, ref: string | undefined): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ state: 'SENT' satisfies RefundState, provider_ref: ref ?? null, next_try_at: null })
    .where('id', '=', id)
    .execute();
}

function read(row: Selectable<RefundRow>): Refund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    idempotencyKey: row.idempotency_key,
    ref: row.provider_ref ?? undefined,
    amountCents: asCents(row.amount_cents),
    reason: row.reason,
    state: row.state as RefundState,
    refusals: row.refusals,
    createdAt: row.created_at,
  };
}
