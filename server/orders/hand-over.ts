import type { Db } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { Order } from './orders.ts';

/** Refuses to hand over a place that is not paid, or whose participant has come already. */
export async function refuseHandOver(
  db: Db,
  { reference, state }: Order,
  participantId: string | undefined,
): Promise<void> {
  if (state !== 'CONFIRMED') {
    throw new ActionImpossible(`${reference} is not paid.`, { reason: 'notPaid' });
  }
  const row = await db
    .selectFrom('participants')
    .select('checked_in_at')
    .where('id', '=', participantId ?? '')
    .executeTakeFirst();
  if (row?.checked_in_at === null) return;
  throw new ActionImpossible(`This participant of ${reference} was checked in.`, {
    reason: 'checkedIn',
  });
}
