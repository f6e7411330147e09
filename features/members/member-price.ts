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
} from './members.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { refuseMistakes } from '#server/operations/plan.ts';
import type { GroupPerson } from '#server/orders/sell/group-people.ts';
import { type FindMemberKey, onlyForOf } from '#server/orders/sell/price-needs.ts';

/** The wrong tries of everybody together count under this name. */
const EVERYBODY = 'everybody';

/**
 * Checks membership numbers that visitors type. The same refusal is given for a number that is not on the list and for
 * one that is used, and after a few wrong tries no answer is given at all, so nobody can find out who is a member.
 */
export function createMemberCheck(
  content: Content,
  { isLimited }: { isLimited: boolean },
): FindMemberKey {
  const buckets = createBuckets();
  return async (db, _, { address, ...named }) => {
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

/** The keys of the people of an organiser's group. Refuses prices for members for anybody else. */
export async function memberKeysOfGroup(
  db: Db,
  prices: Prices,
  people: readonly GroupPerson[],
): Promise<(string | undefined)[]> {
  const trouble: string[] = [];
  const rows = new Map<string, number>();
  const keys: (string | undefined)[] = [];
  for (const { row, choice, membershipNumber: number, email } of people) {
    const isForMembers = onlyForOf(prices, choice.presentation) === 'members';
    const found = isForMembers ? await findMember(db, { number, email }) : undefined;
    const key = found && keyOfMember(found);
    keys.push(key);
    if (!isForMembers) continue;
    const before = key === undefined ? undefined : rows.get(key);
    const where = `row ${row}, Membership number:`;
    if (!found) {
      trouble.push(`${where} neither the number nor the address is on the list of members`);
    } else if (before !== undefined) {
      trouble.push(`${where} the same member as in row ${before}`);
    }
    if (key !== undefined && before === undefined) rows.set(key, row);
  }
  refuseMistakes(trouble);
  return keys;
}

/** Refuses the people of a group whose membership has a place already. */
export async function refuseUsedMembers(
  db: Db,
  people: readonly { row: number; memberKey?: string | undefined }[],
): Promise<void> {
  const trouble: string[] = [];
  for (const { row, memberKey } of people) {
    const member = memberKey === undefined ? undefined : await findMemberByKey(db, memberKey);
    if (member && (await isMemberTaken(db, member, []))) {
      trouble.push(`row ${row}, Membership number: the member has a place already`);
    }
  }
  refuseMistakes(trouble);
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
