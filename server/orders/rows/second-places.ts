import type { Db } from '#server/database/database.ts';
import { isSamePerson, type Person } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { latestPaymentOf } from '#server/payments/payments.ts';
import { getOrder } from './orders.ts';
import { findPaidOrder, findUnpaidOrders } from './participants.ts';
import type { Places } from '#server/orders/sell/places.ts';
import { orderIdsOf } from '#server/orders/sell/admit.ts';
import type { Sale } from '#server/orders/sell/on-sale.ts';
import { findMissing } from '#server/orders/sell/places-left.ts';
import { closeCheckout } from '#server/orders/change/withdraw-order.ts';

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

/**
 * The unpaid registrations of these people whose payment pages are closed when the people get other places. Money that
 * is on its way cannot be stopped, so the places that it pays for stay reserved.
 */
export async function closableOrders(db: Db, people: readonly Person[]): Promise<string[]> {
  const closable: string[] = [];
  for (const person of people) {
    for (const id of await orderIdsOf(db, person)) {
      const state = (await latestPaymentOf(db, id))?.state;
      if (state !== 'CAPTURING' && state !== 'PENDING') closable.push(id);
    }
  }
  return closable;
}

/**
 * Closes the payment pages of these people if the wanted places are not free without them: whoever paid there later
 * would pay for a place that is given away.
 */
export async function releaseReserved(
  context: PaymentContext,
  sale: Sale,
  wanted: Places,
  people: readonly Person[],
): Promise<void> {
  if ((await findMissing(context.db, sale, wanted)).length === 0) return;
  for (const id of await closableOrders(context.db, people)) {
    await closeCheckout(context, { order: await getOrder(context.db, id) });
  }
}
