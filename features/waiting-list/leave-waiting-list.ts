import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { inTransaction } from '#server/database/database.ts';
import type { WaitingState } from './tables.ts';
import { moveEntry, type WaitingEntry } from './waiting-list.ts';
import type { WaitingListDeps } from './join-waiting-list.ts';

/** Leaves the queue, or declines an offer; false if the entry has left this state meanwhile. */
export function leaveWaitingList(
  { context, sale }: WaitingListDeps,
  { id }: WaitingEntry,
  from: WaitingState,
): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    await lockPlaces(tx, sale.content.prices);
    return moveEntry(tx, id, from, 'LEFT');
  });
}
