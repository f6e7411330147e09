import type { Db } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/**
 * Whether the price is for this person alone: that of a member, or of a personal link. Only an organiser gives such a
 * place to somebody else.
 */
export function hasPersonalPrice(
  { items, invitedUntil }: Pick<Order, 'items' | 'invitedUntil'>,
  participantId: string | undefined,
): boolean {
  return itemsFor(items, participantId ?? '').some(
    ({ kind, memberKey, changeId }) =>
      memberKey !== undefined ||
      (kind === 'registration' && invitedUntil !== undefined && changeId === undefined),
  );
}

/** Refuses to hand over a place that is not paid, has a personal price, or whose participant has come already. */
export async function refuseHandOver(
  db: Db,
  order: Order,
  participantId: string | undefined,
): Promise<void> {
  const { reference, state } = order;
  if (state !== 'CONFIRMED') {
    throw new ActionImpossible(`${reference} is not paid.`, { reason: 'notPaid' });
  }
  if (hasPersonalPrice(order, participantId)) {
    throw new ActionImpossible(`The price of ${reference} is for this person alone.`);
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
