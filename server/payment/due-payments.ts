import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { OVER, UNDECIDED } from './payment-states.ts';
import { type Payment, readPayment } from './payments.ts';

/**
 * Payments that nobody may have asked about, longest waiting first; `isThorough`: also those that have no turn any more,
 * and of which it is not known whether money comes.
 */
export async function duePayments(
  db: Db,
  now: Date,
  { most, isThorough }: { most: number; isThorough: boolean },
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where((is) =>
      is.or([
        is('next_check_at', '<=', timestamp(now)),
        ...(isThorough
          ? [is.and([is('next_check_at', 'is', null), is('state', 'in', UNDECIDED)])]
          : []),
      ]),
    )
    .where('state', 'not in', ['MISMATCH', 'REFUNDED', ...OVER])
    .orderBy('next_check_at')
    .limit(most)
    .execute();
  return rows.map(readPayment);
}

/** Notes a look, and when to look again; never again where there is no next time. */
export async function scheduleCheck(db: Db, id: string, next: string | undefined): Promise<void> {
  await db
    .updateTable('payments')
    .set((column) => ({ next_check_at: next ?? null, checks: column('checks', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
