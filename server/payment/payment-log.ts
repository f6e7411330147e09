import { timestamp } from '#server/identity.ts';
import type { Tx } from '#server/database/database.ts';
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
