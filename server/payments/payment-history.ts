import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/queries.ts';
import { valuesOf } from '#server/database/row-values.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { PaymentState } from './payment-states.ts';

const values = valuesOf('payment_history', {
  names: { from_state: 'from', to_state: 'to' },
  signed: ['refunded_cents'],
  apart: ['id', 'payment_id', 'refunded_cents'],
});

/** The actor that changed the state of a payment. */
export type Actor =
  | 'checkout'
  | 'status'
  | 'update'
  | 'capture'
  | 'webhook'
  /** The name of pollOpenPayments in exports. */
  | 'reconciler'
  | 'refund'
  | 'organiser';

/** Appends to the history of a payment, in the transaction that changes its state. Rows are never changed. */
export async function logTransition(
  tx: Tx,
  { newId, clock }: { newId: NewId; clock: Clock },
  transition: {
    paymentId: string;
    actor: Actor;
    from: PaymentState | undefined;
    to: PaymentState;
    evidence: string;
    /** The refunded sum of the payment from now on, if it has changed. */
    refundedCents?: number;
  },
): Promise<void> {
  await tx
    .insertInto('payment_history')
    .values(values.columns({ ...transition, id: newId(), at: timestamp(clock()) }))
    .execute();
}

/** Whether a payment was ever in a state. */
export function wasEver(db: Db, paymentId: string, state: PaymentState): Promise<boolean> {
  return db
    .selectFrom('payment_history')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('to_state', '=', state)
    .limit(1)
    .$call(hasRow);
}

/** The difference between the received and the requested money of a MISMATCH payment, in words. */
export async function mismatchWords(db: Db, paymentId: string): Promise<string> {
  const row = await db
    .selectFrom('payment_history')
    .select('evidence')
    .where('payment_id', '=', paymentId)
    .where('to_state', '=', 'MISMATCH')
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.evidence ?? 'paid, but the money does not fit the order';
}

/** The time at which the money of a payment was first seen; undefined as long as it is not paid. */
export async function paidAt(db: Db, paymentId: string): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('payment_history')
    .select(({ fn }) => fn.min('at').as('at'))
    .where('payment_id', '=', paymentId)
    .where('to_state', '=', 'PAID')
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

export type Transition = ReturnType<typeof values.read>;

/** The transitions of all payments, or of the payments with these ids, by payment id; oldest first. */
export async function historyByPayment(
  db: Db,
  paymentIds?: readonly string[],
): Promise<Map<string, Transition[]>> {
  let query = db.selectFrom('payment_history').selectAll().orderBy('at').orderBy('id');
  if (paymentIds !== undefined) query = query.where('payment_id', 'in', ['', ...paymentIds]);
  const history = Map.groupBy(await query.execute(), ({ payment_id: id }) => id);
  return new Map([...history].map(([id, rows]) => [id, rows.map(values.read)]));
}
