import type { Content, Prices } from '#contract/content.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type FeatureOrders, features } from '#server/features.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { GroupPerson } from './group-people.ts';

/** The entries by which a visitor is known as a member; `address` is that of the network. */
type Named = { number: string | undefined; email: string; address: string };

/** Finds the key of the member for an order; undefined for a type that is not for members. Refuses everybody else. */
export type FindMemberKey = (
  db: Db,
  presentation: string,
  named: Named,
) => Promise<string | undefined>;

/** A price that needs a membership. */
export type PriceNeeds = {
  /** The check of one server; the limits of wrong tries count from here. */
  forVisitor: (content: Content, options: { isLimited: boolean }) => FindMemberKey;
  /** The keys of the people of an organiser's group, in their sequence. Refuses prices for members for anybody else. */
  forGroup: (
    db: Db,
    prices: Prices,
    people: readonly GroupPerson[],
  ) => Promise<(string | undefined)[]>;
  /** Refuses the people of a group whose membership has a place already. */
  refuseUsed: (
    db: Db,
    people: readonly { row: number; memberKey?: string | undefined }[],
  ) => Promise<void>;
};

declare module '#server/features.ts' {
  interface FeatureOrders {
    priceNeeds?: PriceNeeds;
    /**
     * Throws if an order may not begin to be paid, or come back: somebody else has what its price needs. The places are
     * locked. `ownOrders` are those of the same person.
     */
    refuse?: (
      tx: Tx,
      order: Pick<Order, 'items'>,
      about: { content: Content; ownOrders: readonly string[]; isByForm: boolean },
    ) => Promise<void>;
  }
}

/** The people to whom alone a type is sold; undefined if everybody can buy it. */
export function onlyForOf({ presentationTypes }: Prices, presentation: string) {
  return presentationTypes.find(({ id }) => id === presentation)?.onlyFor;
}

/** Refuses a form's order of a type that only a personal link sells. */
export function refuseInvitedOnly({ items }: Pick<Order, 'items'>, prices: Prices): void {
  const isInvitedOnly = items.some(
    ({ kind, item }) => kind === 'registration' && onlyForOf(prices, item) === 'invited',
  );
  if (isInvitedOnly) throw unsold();
}

/** The check of memberships for visitors. */
export function memberCheck(content: Content, options: { isLimited: boolean }): FindMemberKey {
  const check = priceNeeds()?.forVisitor(content, options);
  return async (db, presentation, named) => {
    if (onlyForOf(content.prices, presentation) !== 'members') return undefined;
    if (!check) throw unsold();
    return check(db, presentation, named);
  };
}

/** The people of a group with the keys of their memberships. */
export async function withMemberKeys<Person extends GroupPerson>(
  db: Db,
  prices: Prices,
  people: readonly Person[],
): Promise<(Person & { memberKey: string | undefined })[]> {
  const keys = (await priceNeeds()?.forGroup(db, prices, people)) ?? [];
  return people.map((person, at) => {
    const isForMembers = onlyForOf(prices, person.choice.presentation) === 'members';
    if (isForMembers && keys[at] === undefined) throw unsold();
    return { ...person, memberKey: keys[at] };
  });
}

export async function refuseUsedMemberships(
  ...given: Parameters<PriceNeeds['refuseUsed']>
): Promise<void> {
  await priceNeeds()?.refuseUsed(...given);
}

/** Asks each feature whether an order may begin to be paid, or come back. */
export async function refuseByFeatures(
  ...given: Parameters<NonNullable<FeatureOrders['refuse']>>
): Promise<void> {
  for (const { orders } of features()) await orders?.refuse?.(...given);
}

function priceNeeds(): PriceNeeds | undefined {
  return features().find(({ orders }) => orders?.priceNeeds)?.orders?.priceNeeds;
}

function unsold(): AppError {
  return new AppError('unknown-price', 'unknownPrice');
}
