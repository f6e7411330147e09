import type { Moment } from '#contract/content/opening.ts';
import type { Prices } from '#contract/content.ts';
import type { Order } from './orders.ts';
import { itemsFor } from './registration-items.ts';
import { priceOf } from './registration-price.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { text: string; until: Moment; otherwise: string };

/** The proof that a person of a paid order has to send; undefined if the price needs none. */
export function neededProof(
  prices: Prices,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil' | 'createdAt'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  const item = itemsFor(order.items, participantId).find(({ kind }) => kind === 'registration');
  if (!item || !isUsualPrice(prices, { type: item.item, cents: item.unitCents, order })) {
    return undefined;
  }
  return prices.presentationTypes.find(({ id }) => id === item.item)?.proof;
}

/**
 * Whether the price of a person is that of the type. A free place and a price of a personal link are an organiser's
 * decision, which needs no proof; the usual price of another type, to which the holder of a link has moved, needs one.
 */
export function isUsualPrice(
  prices: Prices,
  {
    type,
    cents,
    order,
  }: {
    type: string;
    cents: number;
    order: { createdAt: string; invitedUntil?: string | undefined };
  },
): boolean {
  if (cents === 0) return false;
  if (order.invitedUntil === undefined) return true;
  const alone = { registration: 'registration', nights: 0, guests: 0, extras: {} } as const;
  return (
    priceOf(prices, { ...alone, presentation: type }, order.createdAt)?.presentationCents === cents
  );
}
