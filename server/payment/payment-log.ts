import { timestamp } from '#server/identity.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentState } from './payment-states.ts';
import type { Till } from './till.ts';

/** Who made a payment move. */
export type Actor =
  | 'checkout'
  | 'status'
  | 'update'
  | 'capture'
  | 'webhook'
  | 'reconciler'
  | 'refund';

/** Appends to the history of a payment, in the transaction that moves it. Rows are never changed. */
export async function logMove(
  tx: Tx,
  till: Till,
  move: {
    paymentId: string;
    actor: Actor;
    from: PaymentState | undefined;
    to: PaymentState;
    evidence: string;
  },
): Promise<void> {
  await tx
    .insertInto('payment_log')
    .values({
      id: till.newId(),
      payment_id: move.paymentId,
      at: timestamp(till.clock()),
      actor: move.actor,
      from_state: move.from ?? null,
      to_state: move.to,
      evidence: move.evidence,
    })
    .execute();
}

export type Move = {
  at: string;
  actor: string;
  from: string | undefined;
  to: string;
  evidence: string;
};

/** The history of every payment by its id, each oldest first, for the desk. */
export async function movesByPayment(db: Db): Promise<Map<string, Move[]>> {
  const rows = await db.selectFrom('payment_log').selectAll().orderBy('at').orderBy('id').execute();
  const moves = new Map<string, Move[]>();
  for (const { payment_id, at, actor, from_state, to_state, evidence } of rows) {
    const move = { at, actor, from: from_state ?? undefined, to: to_state, evidence };
    moves.set(payment_id, [...(moves.get(payment_id) ?? []), move]);
  }
  return moves;
}
