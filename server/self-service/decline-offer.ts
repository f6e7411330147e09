import { act } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { closeConfirmation } from '#server/orders/rows/address-confirmations.ts';
import { placeDeclined } from '#server/orders/change/mails.ts';
import { getOrder, lockOrderRows } from '#server/orders/rows/orders.ts';
import type { Confirming } from './find-confirming.ts';

/** Ends the offer of a place that the colleague does not want, and tells the payer, who has offered it. */
export async function declineOffer(
  organising: Organising,
  { confirmation, subject }: Confirming,
): Promise<void> {
  const { mailLayout, origin } = organising;
  await act(organising, async ({ tx, post }) => {
    await lockOrderRows(tx, [subject.order.id]);
    if (!(await closeConfirmation(tx, confirmation.id, 'declined'))) return;
    const order = await getOrder(tx, subject.order.id);
    if (order.customer.email === '') return;
    await post(placeDeclined(mailLayout, order, confirmation, origin));
  });
}
