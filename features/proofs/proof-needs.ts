import type { Moment } from '#contract/content/opening.ts';
import { proofWords } from '#contract/content/proof-words.ts';
import type { Content, Prices } from '#contract/content.ts';
import type { StoredItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { asksForProof, priceKindOf } from '#server/orders/rows/price-kind.ts';
import { itemsFor } from '#server/orders/rows/registration-items.ts';

/** The proof that a type of registration needs. */
export type NeededProof = { type: string; text: string; until: Moment; otherwise: string };

/** The proof that a person of a paid order has to send; undefined if the price needs none. */
export function neededProof(
  prices: Pick<Prices, 'presentationTypes'>,
  order: Pick<Order, 'items' | 'state' | 'cancelledAt' | 'invitedUntil' | 'dedupeKey'>,
  participantId: string,
): NeededProof | undefined {
  const isPaid = order.state === 'CONFIRMED' && order.cancelledAt === undefined;
  return isPaid ? proofOfPrice(prices, order, participantId) : undefined;
}

/** The sentences about the proofs that the prices of these people need, whether or not a proof has been sent. */
export function askedProofs(
  { prices, labels }: Pick<Content, 'prices' | 'labels'>,
  order: Pick<Order, 'items' | 'invitedUntil' | 'dedupeKey'>,
  participantIds: readonly string[],
): string[] {
  return participantIds.flatMap((id) => {
    const proof = proofOfPrice(prices, order, id);
    return proof ? [proofWords(proof, labels.proof)] : [];
  });
}

/** The proof that the price of a person needs, paid or not. */
function proofOfPrice(
  { presentationTypes }: Pick<Prices, 'presentationTypes'>,
  order: Pick<Order, 'items' | 'invitedUntil' | 'dedupeKey'>,
  participantId: string,
): NeededProof | undefined {
  const items = itemsFor(order.items, participantId);
  const type = presentationTypes.find(({ id }) => id === items.find(isRegistration)?.item);
  if (!type?.proof || !asksForProof(type, priceKindOf(items, order))) return undefined;
  return { ...type.proof, type: type.id };
}

function isRegistration({ kind }: StoredItem): boolean {
  return kind === 'registration';
}
