import type { Db, Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { PaymentState } from './payment-states.ts';

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
    .values({
      id: newId(),
      payment_id: transition.paymentId,
      at: timestamp(clock()),
      actor: transition.actor,
      from_state: transition.from ?? null,
      to_state: transition.to,
      evidence: transition.evidence,
      refunded_cents: transition.refundedCents ?? null,
    })
    .execute();
}

/** Whether a payment was ever in a state. */
export async function wasEver(db: Db, paymentId: string, state: PaymentState): Promise<boolean> {
  const row = await db
    .selectFrom('payment_history')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('to_state', '=', state)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The difference between the received and the requested money of a MISMATCH payment, in words. */
export async function mismatchWords(db: Db, paymentId: string): Promise<string> {
  const row = await db
    .selectFrom('payment_history')
    .select('evidence')
    .where('payment_id', '=', paymentId)
    .where('to_state', '=', 'MISMATCH' satisfies PaymentState)
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
    .where('to_state', '=', 'PAID' satisfies PaymentState)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

export type Transition = {
  at: string;
  actor: string;
  from: string | undefined;
  to: string;
  evidence: string;
};

/** The transitions of all payments, or of the payments with these ids, by payment id; oldest first. */
export async function historyByPayment(
  db: Db,
  paymentIds?: readonly string[],
): Promise<Map<string, Transition[]>> {
  let query = db.selectFrom('payment_history').selectAll().orderBy('at').orderBy('id');
  if (paymentIds !== undefined) query = query.where('payment_id', 'in', ['', ...paymentIds]);
  const rows = await query.execute();
  const history = new Map<string, Transition[]>();
  for (const { payment_id, at, actor, from_state, to_state, evidence } of rows) {
    const transition = { at, actor, from: from_state ?? undefined, to: to_state, evidence };
    history.set(payment_id, [...(history.get(payment_id) ?? []), transition]);
  }
  return history;
}
