import type { Moment } from '#contract/content/opening.ts';
import type { PresentationType, Prices } from '#contract/content.ts';
import type { StoredItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { type PriceKind, priceKindOf } from '#server/orders/rows/price-kind.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { text: string; until: Moment; otherwise: string };

/** The proof that a person of a paid order has to send; undefined if the price needs none. */
export function neededProof(
  { presentationTypes }: Pick<Prices, 'presentationTypes'>,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil' | 'dedupeKey'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  const items = itemsFor(order.items, participantId);
  const type = presentationTypes.find(({ id }) => id === items.find(isRegistration)?.item);
  return type && asksForProof(type, priceKindOf(items, order)) ? type.proof : undefined;
}

/** Whether this price of a type has to be proved. A price of 0 is the type's own only if the type has one. */
export function asksForProof(
  { proof, price }: Pick<PresentationType, 'proof' | 'price'>,
  kind: PriceKind,
): boolean {
  if (!proof || kind === 'given') return false;
  return kind === 'usual' || price.some((cents) => cents === 0);
}

function isRegistration({ kind }: StoredItem): boolean {
  return kind === 'registration';
}
