import type { Moment } from '#contract/content/opening.ts';
import type { Prices } from '#contract/content.ts';
import type { StoredItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { asksForProof, priceKindOf } from '#server/orders/rows/price-kind.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { type: string; text: string; until: Moment; otherwise: string };

/** The proof that a person of a paid order has to send; undefined if the price needs none. */
export function neededProof(
  { presentationTypes }: Pick<Prices, 'presentationTypes'>,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil' | 'dedupeKey'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  const items = itemsFor(order.items, participantId);
  const type = presentationTypes.find(({ id }) => id === items.find(isRegistration)?.item);
  if (!type?.proof || !asksForProof(type, priceKindOf(items, order))) return undefined;
  return { ...type.proof, type: type.id };
}

function isRegistration({ kind }: StoredItem): boolean {
  return kind === 'registration';
}
