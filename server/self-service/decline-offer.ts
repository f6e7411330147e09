import { inTransaction } from '#server/database/database.ts';
import { postMessage } from '#server/mail/outbox.ts';
import type { Organising } from '#server/operations/plan.ts';
import { closeConfirmation } from '#server/orders/rows/address-confirmations.ts';
import { placeDeclined } from '#server/orders/change/confirmation-mails.ts';
import { getOrder, lockOrderRows } from '#server/orders/rows/orders.ts';
import type { Confirming } from './find-confirming.ts';

/** Ends the offer of a place that the colleague does not want, and tells the payer, who has offered it. */
export async function declineOffer(
  { payments: { db, clock, newId }, mailLayout, origin }: Organising,
  { confirmation, subject }: Confirming,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOrderRows(tx, [subject.order.id]);
    if (!(await closeConfirmation(tx, confirmation.id, 'declined'))) return;
    const order = await getOrder(tx, subject.order.id);
    if (order.customer.email === '') return;
    await postMessage(tx, placeDeclined(mailLayout, order, confirmation, origin), newId(), clock());
  });
}
