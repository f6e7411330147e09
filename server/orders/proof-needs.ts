import type { Moment } from '#contract/content/opening.ts';
import type { Prices } from '#contract/content.ts';
import type { StoredItem } from './order-items.ts';
import type { Order } from './orders.ts';
import { itemsFor } from './registration-items.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { text: string; until: Moment; otherwise: string };

/** The proof that a person of a paid order has to send; undefined if the price needs none. */
export function neededProof(
  { presentationTypes }: Prices,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  const items = itemsFor(order.items, participantId);
  if (!hasUsualPrice(items, order)) return undefined;
  const type = items.find(isRegistration)?.item;
  return presentationTypes.find(({ id }) => id === type)?.proof;
}

/**
 * Whether the price of a person is that of the type. A free place and a price of a personal link are an organiser's
 * decision, which needs no proof; whoever moved to another type afterwards has the usual price of that type.
 */
export function hasUsualPrice(
  items: readonly StoredItem[],
  { invitedUntil }: { invitedUntil?: string | undefined },
): boolean {
  return items.some(
    (item) =>
      isRegistration(item) &&
      item.unitCents > 0 &&
      (invitedUntil === undefined || item.changeId !== undefined),
  );
}

function isRegistration({ kind }: StoredItem): boolean {
  return kind === 'registration';
}
