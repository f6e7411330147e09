import { moveConsent } from '#server/mail/consents.ts';
import type { Message } from '#server/mail/message.ts';
import type { Deed } from '#server/operations/act.ts';
import type { Organising } from '#server/operations/plan.ts';
import { closeConfirmation, type Whose } from '#server/orders/rows/address-confirmations.ts';
import { addressReplaced, placeHandedOver } from './mails.ts';
import type { Correcting } from './correcting.ts';
import { refuseHandOver } from './hand-over.ts';
import { changedMeanwhile } from '#server/orders/rows/lock-orders.ts';
import { getOrder } from '#server/orders/rows/orders.ts';
import { withdrawConfirmations } from './withdraw-confirmations.ts';

/**
 * Confirms the request of a new address, if there is one, and withdraws all others of the same person. The consent to be
 * invited again goes to the new address of the same person, unless the payer of a group gave it. Returns the mail to the former address, which has none of the
 * new entries.
 */
export async function leaveAddress(
  { tx, moment }: Deed,
  { payments, mailLayout }: Organising,
  { order, action, isReplaced, by, before, after, confirmation }: Correcting,
  whose: Whose,
): Promise<Message> {
  const { reference } = order;
  const isHandedOver = action === 'hand-over';
  if (isHandedOver) {
    await refuseHandOver(tx, await getOrder(tx, order.id), whose.participantId);
  }
  if (confirmation && !(await closeConfirmation(tx, confirmation.id, 'confirmed'))) {
    throw changedMeanwhile(reference);
  }
  await withdrawConfirmations(tx, whose, moment);
  if (!isReplaced && by !== 'payer') await moveConsent(tx, before.email, after.email);
  const told = { recipient: before.email, event: payments.newId() };
  return isHandedOver
    ? placeHandedOver(mailLayout, order, told)
    : addressReplaced(mailLayout, order, told);
}
