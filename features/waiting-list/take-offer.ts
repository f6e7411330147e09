import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { stateOfSale } from '#server/orders/sell/on-sale.ts';
import type { Requested } from '#contract/requested.ts';
import { lockKey, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { reviveOrder } from '#server/orders/rows/order-states.ts';
import { otherOrdersOf, registrationPath } from '#server/orders/rows/orders.ts';
import { dedupeKeyOf, findPaidOrder } from '#server/orders/rows/participants.ts';
import { linkUntil } from '#server/orders/rows/payment-links.ts';
import {
  LIFETIME_MS,
  paidAlready,
  placeOrder,
  type Purchase,
  refuseSecondOrder,
} from '#server/orders/sell/place-order.ts';
import { priceOf, type RegistrationPrice } from '#server/orders/sell/registration-price.ts';
import { attachOrder, moveEntry, type WaitingEntry } from './waiting-list.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { orderRegistration } from '#server/registration/order-registration.ts';
import type { RegistrationDeps } from '#server/registration/register.ts';
import type { WaitingListDeps } from './join-waiting-list.ts';

/** The rest of a registration, for which the page of the offer asks. */
export type Details = { phone: string; institute: string; country: string } & Requested;

/** The price of an offer at this moment; undefined if its choice is not sold now. */
export function offeredPrice(
  { context, content, sale }: WaitingListDeps,
  { choice }: WaitingEntry,
): RegistrationPrice | undefined {
  if (stateOfSale(sale, choice) !== 'open') return undefined;
  return priceOf(content.prices, choice, timestamp(context.clock()));
}

/**
 * Makes the registration and the order of an offer, in the transaction that takes the offer: the places of the order
 * replace those of the offer. They stay reserved until the offer would have ended, and at least for the time of a
 * checkout. Returns the path of the page on which the order is paid; undefined if the offer is over.
 */
export async function takeOffer(
  { context, sale }: WaitingListDeps,
  recording: RegistrationDeps,
  entry: WaitingEntry,
  price: RegistrationPrice,
  details: Details,
): Promise<string | undefined> {
  const { id, name, email, origin, offeredUntil = '' } = entry;
  const person = { name, email, ...details };
  return context.commit(async (tx) => {
    // The same sequence of locks as at the form.
    await lockKey(tx, dedupeKeyOf({ ...person, presentationType: price.presentation }));
    await lockPlaces(tx, sale.content.prices);
    const now = context.clock();
    if (offeredUntil <= timestamp(now) || !(await moveEntry(tx, id, 'OFFERED', 'TAKEN'))) {
      return undefined;
    }
    const paid = await findPaidOrder(tx, entry);
    if (paid) throw paidAlready(name, paid.reference, context.secretary);
    const checkoutEnd = timestamp(now, LIFETIME_MS);
    const until = offeredUntil > checkoutEnd ? offeredUntil : checkoutEnd;
    const deps = { context, deps: recording };
    const { order, link } = await orderRegistration(
      tx,
      deps,
      person,
      { price, origin },
      (purchase) => orderWithLink(tx, context, purchase, until),
    );
    await attachOrder(tx, id, order.id, link.lapsesAt);
    return registrationPath(order);
  });
}

/** Inserts the order, or finds the order of the same purchase, with a link to pay until the end of the reservation. */
async function orderWithLink(tx: Tx, context: PaymentContext, purchase: Purchase, until: string) {
  const { order, isNew } = await placeOrder(tx, context, purchase);
  for (const other of await otherOrdersOf(tx, order)) refuseSecondOrder(context, other);
  if (!isNew) await reviveOrder(tx, order.id);
  const link = await linkUntil(tx, context, order, context.payableUntil({ order }, until).at);
  return { order, isNew, link };
}
