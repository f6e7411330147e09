import { proofWords } from '#contract/content/proof-words.ts';
import type { Content } from '#contract/content.ts';
import type { Order } from './orders.ts';
import { asksForProof, priceKindOf } from './price-kind.ts';
import { choiceOf, itemsFor } from './registration-items.ts';

/**
 * The sentences about the proofs that prices of these people of an order need, each once, whether or not a proof has been
 * sent: for those who are about to pay, or to take a place over.
 */
export function askedProofs(
  { prices, labels }: Pick<Content, 'prices' | 'labels'>,
  order: Pick<Order, 'items' | 'invitedUntil' | 'dedupeKey'>,
  participantIds: readonly string[],
): string[] {
  const asked = participantIds.flatMap((id) => {
    const items = itemsFor(order.items, id);
    const own = choiceOf(items)?.presentation;
    const type = prices.presentationTypes.find((each) => each.id === own);
    if (!type?.proof || !asksForProof(type, priceKindOf(items, order))) return [];
    return [proofWords(type.proof, labels.proof)];
  });
  return [...new Set(asked)];
}
