import type { Moment } from '#contract/content/opening.ts';
import type { PresentationType, Prices } from '#contract/content.ts';
import type { StoredItem } from '#server/orders/rows/order-items.ts';
import { keyOfItsOwn, type Order } from '#server/orders/rows/orders.ts';
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

/**
 * The kind of price that a person has. `given` is an organiser's decision: a free place, or the price of a personal
 * link. Whoever moved to another type afterwards has the usual price of that type, which may be 0.
 */
export type PriceKind = 'usual' | 'free' | 'given';

export function priceKindOf(
  items: readonly StoredItem[],
  { invitedUntil, dedupeKey }: { invitedUntil?: string | undefined; dedupeKey: string | undefined },
): PriceKind {
  const own = items.find(isRegistration);
  const isFirst = own?.changeId === undefined;
  const isOrganisers =
    invitedUntil !== undefined || dedupeKey === keyOfItsOwn(own?.participantId ?? '');
  if (!own || (isFirst && isOrganisers)) return 'given';
  return own.unitCents > 0 ? 'usual' : 'free';
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
