import type { PresentationType } from '#contract/content.ts';
import type { StoredItem } from './order-items.ts';
import { keyOfItsOwn } from './orders.ts';

/**
 * The kind of price that a person has. `given` is an organiser's decision: a free place, or the price of a personal
 * link. Whoever moved to another type afterwards has the usual price of that type, which may be 0.
 */
export type PriceKind = 'usual' | 'free' | 'given';

export function priceKindOf(
  items: readonly StoredItem[],
  { invitedUntil, dedupeKey }: { invitedUntil?: string | undefined; dedupeKey: string | undefined },
): PriceKind {
  const own = items.find((item) => item.kind === 'registration');
  const isFirst = own?.changeId === undefined;
  const isOrganisers =
    invitedUntil !== undefined || dedupeKey === keyOfItsOwn(own?.participantId ?? '');
  if (!own || (isFirst && isOrganisers)) return 'given';
  return own.unitCents > 0 || own.pricedBy !== undefined ? 'usual' : 'free';
}

/** Whether this price of a type has to be proved. A price of 0 is the type's own only if the type has one. */
export function asksForProof(
  { proof, price }: Pick<PresentationType, 'proof' | 'price'>,
  kind: PriceKind,
): boolean {
  if (!proof || kind === 'given') return false;
  return kind === 'usual' || price.some((cents) => cents === 0);
}
