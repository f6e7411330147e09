import type { Db, Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import type { PaymentContext } from './payment-context.ts';
import { type PaymentState, reachedFrom } from './payment-states.ts';

/** The columns that a move may set besides the state. */
type Found = {
  ref?: string;
  checkoutUrl?: string;
  paymentRef?: string;
  failureCode?: string;
  refundedCents?: number;
};

/** Moves a payment by compare-and-set; false if its state is not in `from`, or does not lead to `to`. */
export function movePayment(
  tx: Tx,
  id: string,
  to: Exclude<PaymentState, 'PAID' | 'MISMATCH'>,
  found: Found = {},
  from: readonly PaymentState[] = reachedFrom[to],
): Promise<boolean> {
  return compareAndSet(tx, id, to, found, from);
}

/** The same for what evaluatePayment decided, PAID and MISMATCH too. Only syncPayment may call it; a test checks that. */
export function movePaymentAsEvaluated(
  tx: Tx,
  id: string,
  to: PaymentState,
  found: Found,
): Promise<boolean> {
  return compareAndSet(tx, id, to, found, reachedFrom[to]);
}

async function compareAndSet(
  tx: Tx,
  id: string,
  to: PaymentState,
  found: Found,
  from: readonly PaymentState[],
): Promise<boolean> {
  const leading = from.filter((state) => reachedFrom[to].includes(state));
  if (leading.length === 0) return false;
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      state: to,
      ...(found.ref !== undefined && { provider_ref: found.ref }),
      ...(found.checkoutUrl !== undefined && { checkout_url: found.checkoutUrl }),
      ...(found.paymentRef !== undefined && { provider_payment_ref: found.paymentRef }),
      ...(found.failureCode !== undefined && { failure_code: found.failureCode }),
      ...(found.refundedCents !== undefined && { refunded_cents: found.refundedCents }),
    })
    .where('id', '=', id)
    .where('state', 'in', leading)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** While one request holds this lease no other captures the payment; after that its holder counts as crashed. */
const CAPTURE_LEASE_MS = 30_000;

/** Takes the right to capture an approved payment, by compare-and-set; false if another request has it. */
export async function leaseCapture(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'CAPTURING', lease_until: timestamp(now, CAPTURE_LEASE_MS) })
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('state', 'in', [...reachedFrom.CAPTURING]),
        is.and([is('state', '=', 'CAPTURING'), is('lease_until', '<', timestamp(now))]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts a decline, and keeps the address where the payer can choose another means. */
export async function recordDecline(tx: Tx, id: string, url: string | undefined): Promise<void> {
  await tx
    .updateTable('payments')
    .set((column) => ({
      declines: column('declines', '+', 1),
      failure_code: 'INSTRUMENT_DECLINED',
      lease_until: null,
      ...(url !== undefined && { checkout_url: url }),
    }))
    .where('id', '=', id)
    .execute();
}

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
  context: PaymentContext,
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
      id: context.newId(),
      payment_id: move.paymentId,
      at: timestamp(context.clock()),
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

/** The history of every payment by its id, each oldest first. */
export async function movesByPayment(db: Db): Promise<Map<string, Move[]>> {
  const rows = await db.selectFrom('payment_log').selectAll().orderBy('at').orderBy('id').execute();
  const moves = new Map<string, Move[]>();
  for (const { payment_id, at, actor, from_state, to_state, evidence } of rows) {
    const move = { at, actor, from: from_state ?? undefined, to: to_state, evidence };
    moves.set(payment_id, [...(moves.get(payment_id) ?? []), move]);
  }
  return moves;
}
