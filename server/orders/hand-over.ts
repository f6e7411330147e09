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
  await refuseCheckedIn(db, reference, participantId === undefined ? [] : [participantId]);
}

/** Refuses an act of a participant after one of these people was checked in. */
export async function refuseCheckedIn(
  db: Db,
  reference: string,
  participantIds: readonly string[],
): Promise<void> {
  if (participantIds.length === 0) return;
  const row = await db
    .selectFrom('participants')
    .select('id')
    .where('id', 'in', participantIds)
    .where('checked_in_at', 'is not', null)
    .executeTakeFirst();
  if (!row) return;
  throw new ActionImpossible(`A participant of ${reference} was checked in.`, {
    reason: 'checkedIn',
  });
}
