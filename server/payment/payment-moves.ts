import type { Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { type PaymentState, reachedFrom } from './payment-states.ts';

/** What a move may bring along. */
type Found = {
  ref?: string;
  checkoutUrl?: string;
  paymentRef?: string;
  failureCode?: string;
  refundedCents?: number;
};

/** Moves a payment by compare-and-set; false when it is not in `from`, or in a state that leads there. */
export function movePayment(
  tx: Tx,
  id: string,
  to: Exclude<PaymentState, 'PAID' | 'MISMATCH'>,
  found: Found = {},
  from: readonly PaymentState[] = reachedFrom[to],
): Promise<boolean> {
  return move(tx, id, to, found, from);
}

/** The same for what `judge` found, PAID and MISMATCH too: only `settle` may call it, and a test sees to that. */
export function movePaymentAsJudged(
  tx: Tx,
  id: string,
  to: PaymentState,
  found: Found,
): Promise<boolean> {
  return move(tx, id, to, found, reachedFrom[to]);
}

async function move(
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

/** While somebody collects a payment nobody else does; after that the collector counts as dead. */
const CAPTURE_LEASE_MS = 30_000;

/** Takes the right to collect an approved payment, by compare-and-set; false when somebody else has it. */
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

/** Counts a decline, and keeps where the payer can choose another means. */
export async function noteDecline(tx: Tx, id: string, url: string | undefined): Promise<void> {
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
