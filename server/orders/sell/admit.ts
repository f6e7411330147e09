import { hasReservedPlaces } from '#server/orders/rows/reserved-orders.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Person, timestamp } from '#server/identity.ts';
import {
  isAsked,
  isDiscount,
  isGroup,
  isOwnRegistration,
  type Order,
  ordersOfPerson,
} from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import { refuseClosedItems, refuseDiscountsClosed, refuseOldPrice, type Sale } from './on-sale.ts';
import { overtaken } from './overtaken.ts';
import { lockPlaces } from './place-limits.ts';
import { refuseByFeatures, refuseInvitedOnly } from './price-needs.ts';
import { placesOfOrder } from './places.ts';
import {
  countLimited,
  refuseHoarding,
  refuseWhereAwaited,
  refuseWhereFull,
} from './places-left.ts';

/**
 * Throws if no attempt to pay this payable may begin. Otherwise the attempt reserves its places until it ends. A
 * visitor comes after everybody on the waiting list. The attempts of one network may reserve only a part of the places
 * that are left. At the registration desk nothing is closed, and nobody is served before the person who is there.
 */
export async function admit(
  tx: Tx,
  sale: Sale,
  payable: Payable,
  network: string | undefined,
  { isAtDesk = false } = {},
): Promise<void> {
  const { content } = sale;
  const { order, change } = payable;
  const isOwn = !change && isOwnRegistration(order);
  const isInvited = order.invitedUntil !== undefined;
  const isByForm = isOwn && !isInvited;
  if (isInvited) refuseOldInvitation(sale, order);
  if (isByForm && !isAtDesk) {
    refuseInvitedOnly(order, content.prices);
    refuseClosedItems(sale, order.items);
    refuseOldPrice(sale, order);
  }
  const refusal = await overtaken(tx, content, payable);
  if (refusal) throw refusal;
  // A change reserves its places from the moment at which an organiser proposes it; an asked amount has none.
  if (change || isAsked(order)) return;
  if (isDiscount(order) && !isAtDesk) refuseDiscountsClosed(sale);
  // With this lock, organisers agree to an amount before this check or after the attempt is written.
  await lockPlaces(tx, content.prices);
  const ownOrders = isOwn ? await orderIdsOf(tx, order.customer) : [order.id];
  await refuseByFeatures(tx, order, { content, ownOrders, isByForm });
  if (isOwn && (await hasReservedPlaces(tx, order.id))) return;
  const wanted = await placesOfOrder(tx, order);
  const limited = await countLimited(tx, content.prices, wanted, ownOrders);
  await refuseWhereFull(tx, content, limited, ownOrders);
  // An organiser's offer stays open: only places can run out.
  if (isGroup(order) || isInvited) return;
  if (isOwn && !isAtDesk) await refuseWhereAwaited(tx, sale, limited, ownOrders);
  if (network === undefined) return;
  await refuseHoarding(tx, content, limited, { network, exceptOrders: ownOrders });
}

/** The ids of a person's own registration orders: their places do not count as taken for the same person. */
export async function orderIdsOf(db: Db, person: Person): Promise<string[]> {
  const orders = (await ordersOfPerson(db, person)).filter(isOwnRegistration);
  return orders.map(({ id }) => id);
}

function refuseOldInvitation(
  { content: { conference }, clock }: Sale,
  { invitedUntil = '' }: Order,
): void {
  if (timestamp(clock()) < invitedUntil) return;
  const values = { contact: conference.secretary.email };
  throw new AppError('closed', 'invitationOver', { values });
}
