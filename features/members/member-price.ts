import { type Content, inLanguage, type Prices } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { AppError, type Said } from '#server/errors.ts';
import { createBuckets } from '#server/http/rate-limit.ts';
import { networkOf } from '#server/http/visitor-address.ts';
import {
  findMember,
  findMemberByKey,
  isMemberTaken,
  keyOfMember,
  lockMembers,
  type Member,
  type NamedMember,
} from './members.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';

/** The wrong tries of everybody together count under this name. */
const EVERYBODY = 'everybody';

/** Finds the key of the member for an order; undefined for a type that is not for members. */
export type FindMemberKey = (
  db: Db,
  presentation: string,
  named: NamedMember & { address: string },
) => Promise<string | undefined>;

/**
 * Checks membership numbers that visitors type. The same refusal is given for a number that is not on the list and for
 * one that is used, and after a few wrong tries no answer is given at all, so nobody can find out who is a member.
 */
export function createMemberCheck(
  content: Content,
  { isLimited }: { isLimited: boolean },
): FindMemberKey {
  const { prices } = content;
  const buckets = createBuckets();
  return async (db, presentation, { address, ...named }) => {
    if (onlyForOf(prices, presentation) !== 'members') return undefined;
    const network = networkOf(address);
    const isTooOften =
      isLimited &&
      (buckets.take('membership', network) ?? buckets.take('memberships', EVERYBODY)) !== undefined;
    if (isTooOften) {
      throw new AppError('too-many-requests', said(content, 'tooOften'), { retryAfter: 3600 });
    }
    const member = await findMember(db, named);
    if (!member) throw notForYou(content);
    buckets.giveBack('membership', network);
    buckets.giveBack('memberships', EVERYBODY);
    return keyOfMember(member);
  };
}

/**
 * Refuses an order with the price of members for anybody else, and a membership that has a place already. The places are
 * locked; with the lock of the memberships, two orders at the same moment cannot both use one.
 */
export async function refuseWrongMembers(
  tx: Tx,
  { items }: Pick<Order, 'items'>,
  about: { content: Content; ownOrders: readonly string[]; isByForm: boolean },
): Promise<void> {
  const { content, ownOrders, isByForm } = about;
  const keys = items.flatMap(({ memberKey }) => memberKey ?? []);
  const needsKey = (item: OrderItem) =>
    item.kind === 'registration' && onlyForOf(content.prices, item.item) === 'members';
  const isWithout = items.some((item) => needsKey(item) && item.memberKey === undefined);
  if (isByForm && isWithout) throw notForYou(content);
  if (keys.length === 0) return;
  const members: Member[] = [];
  for (const key of keys) {
    const member = await findMemberByKey(tx, key);
    // An order of an organiser stays valid when the list is replaced.
    if (isByForm && !member) throw notForYou(content);
    members.push(member ?? { numberHash: key, addressHash: undefined });
  }
  await lockMembers(tx, members);
  for (const used of members) {
    if (await isMemberTaken(tx, used, ownOrders)) throw notForYou(content);
  }
}

/** Refuses a form's order of a type that only a personal link sells. */
export function refuseInvitedOnly(
  { items }: { items: readonly Pick<OrderItem, 'kind' | 'item'>[] },
  prices: Prices,
): void {
  const isInvitedOnly = items.some(
    ({ kind, item }) => kind === 'registration' && onlyForOf(prices, item) === 'invited',
  );
  if (isInvitedOnly) throw new AppError('unknown-price', 'unknownPrice');
}

export function onlyForOf({ presentationTypes }: Prices, presentation: string) {
  return presentationTypes.find(({ id }) => id === presentation)?.onlyFor;
}

function notForYou(content: Content): AppError {
  return new AppError('bad-request', said(content, 'refused'), { fields: ['membershipNumber'] });
}

/** A sentence about the prices of members, in any language of the conference. */
function said(content: Content, label: 'refused' | 'tooOften'): Said {
  return (language = content.language) => {
    const { labels, conference } = inLanguage(content, language);
    const secretary = conference.secretary.email;
    return fillPlaceholders(labels.memberPrice[label], { secretary });
  };
}
