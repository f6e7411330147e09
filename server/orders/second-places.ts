import type { Db } from '#server/database/database.ts';
import { isSamePerson, type Person } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { getOrder } from './orders.ts';
import { findPaidOrder, findUnpaidOrders } from './participants.ts';

/** Refuses a correction of this order if the new person has another paid registration. */
export async function refuseSecondPlace(
  db: Db,
  orderId: string,
  before: Person,
  after: Person,
): Promise<void> {
  if (isSamePerson(before, after)) return;
  const other = await findPaidOrder(db, after, orderId);
  if (!other) return;
  throw new ActionImpossible(
    `${after.name} has a paid registration with ${after.email} already: ${other.reference}.`,
    { reason: 'samePerson' },
  );
}

/** Sentences about open checkouts of a person who gets a place by this correction. */
export async function openCheckouts(db: Db, somebody: Person, orderId: string): Promise<string[]> {
  const words: string[] = [];
  for (const id of await findUnpaidOrders(db, [somebody], orderId)) {
    if ((await latestPaymentOf(db, id))?.state !== 'OPEN') continue;
    const { reference } = await getOrder(db, id);
    words.push(`The payment page of ${reference}, which ${somebody.name} has open, is closed.`);
  }
  return words;
}
