import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { findHold } from '#server/mail/hold.ts';
import { postMessages, unwrittenAmong } from '#server/mail/outbox.ts';
import { getOrder, lockOrderRows } from '#server/orders/rows/orders.ts';
import { findParticipant, isErased } from '#server/orders/rows/participants.ts';
import type { Claiming } from './claim-differences.ts';
import { proofReminder, reminderKey } from './mails.ts';
import { neededProof } from './proof-needs.ts';
import { findProof } from './proofs.ts';
import { lacksProof, listLate } from './unproved-people.ts';

/**
 * Reminds everybody whose price is not proved, once in the week before the last day, and returns the number of mails. The
 * key of each mail names its reader and the day, so several servers may run this at once. While mails are on hold it
 * writes none.
 */
export async function remindUnproved(
  { payments, content, mailLayout, origin }: Claiming,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db, clock } = payments;
  const late = (await listLate(db, content, timestamp(clock())))
    .filter(({ isReminded }) => isReminded)
    .map((one) => ({ ...one, key: reminderKey(one.participantId, one.needed) }));
  if (late.length === 0 || (await findHold(db)) !== undefined) return 0;
  let count = 0;
  for (const { orderId, participantId } of await unwrittenAmong(db, late)) {
    if (stopped.aborted) break;
    count += await inTransaction(db, async (tx) => {
      await lockOrderRows(tx, [orderId]);
      const order = await getOrder(tx, orderId);
      const needed = neededProof(content.prices, order, participantId);
      const person = await findParticipant(tx, participantId);
      if (!needed || !person || isErased(person)) return 0;
      if (!(await lacksProof(tx, await findProof(tx, participantId)))) return 0;
      return postMessages(
        tx,
        payments,
        proofReminder(mailLayout, order, person, { needed, origin }),
      );
    });
  }
  return count;
}
