import type { Moment } from '#contract/content/opening.ts';
import type { Prices } from '#contract/content.ts';
import type { Order } from './orders.ts';
import { itemsFor } from './registration-items.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { text: string; until: Moment; otherwise: string };

/**
 * The proof that a person of a paid order has to send; undefined if the price needs none. A free place and a price of a
 * personal link are an organiser's decision, which needs no proof.
 */
export function neededProof(
  { presentationTypes }: Prices,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil'>,
  participantId: string,
): NeededProof | undefined {
  if (order.state !== 'CONFIRMED' || order.cancelledAt !== undefined) return undefined;
  if (order.invitedUntil !== undefined) return undefined;
  const item = itemsFor(order.items, participantId).find(({ kind }) => kind === 'registration');
  if (!item || item.unitCents === 0) return undefined;
  return presentationTypes.find(({ id }) => id === item.item)?.proof;
}
