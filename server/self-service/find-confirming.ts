import type { Db } from '#server/database/database.ts';
import {
  type AddressConfirmation,
  findConfirmation,
  isLapsed,
} from '#server/orders/rows/address-confirmations.ts';
import { findOrder } from '#server/orders/rows/orders.ts';
import { findPageOwner } from '#server/orders/rows/page-owners.ts';
import { findParticipant } from '#server/orders/rows/participants.ts';
import { type Subject, subjectOf } from './subject.ts';

/** A request that can be confirmed, and the person whom it is about. */
export type Confirming = { confirmation: AddressConfirmation; subject: Subject };

/** The request behind a link: it can be answered, or it was confirmed or declined; undefined if it is neither. */
export async function findConfirming(
  db: Db,
  token: string,
  now: Date,
): Promise<Confirming | { confirmation: AddressConfirmation; subject: undefined } | undefined> {
  const confirmation = await findConfirmation(db, token);
  if (!confirmation || confirmation.state === 'withdrawn') return undefined;
  if (confirmation.state !== 'open') return { confirmation, subject: undefined };
  if (isLapsed(confirmation, now)) return undefined;
  const { orderId, participantId } = confirmation;
  const page =
    participantId === undefined
      ? (await findOrder(db, orderId))?.pageToken
      : (await findParticipant(db, participantId))?.pageToken;
  const owner = page === undefined ? undefined : await findPageOwner(db, page);
  const subject = owner && subjectOf(owner);
  return subject && { confirmation, subject };
}
