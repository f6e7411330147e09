import { type Content, inLanguage, type Prices } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { offeredWays } from '#contract/content/ways.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { features } from '#server/features.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import type { Sale } from './on-sale.ts';
import { limitsNow, limitsOf, lockPlaces, nameOfPlaces } from './place-limits.ts';
import {
  reservedPlaces,
  type Places,
  placesOfItems,
  placesOfOrder,
  placesReservedBy,
} from './places.ts';
import type { RegistrationPrice } from './registration-price.ts';
import { type Taken, takenPlaces } from './taken-places.ts';

/** Places of a limited kind: the number wanted, and the number taken. */
export type Limited = Taken & { kind: string; count: number; limit: number };

/** The kind with too few places left; `mayLapse` if open checkouts reserve enough of them. */
type Full = { kind: string; mayLapse: boolean };

/**
 * One network may reserve this part of the places that are neither paid nor reserved by others; its first order may
 * reserve more.
 */
const SHARE_OF_LEFT = 1 / 4;

/** The wanted kinds that have a limit, with their taken places. Places of `exceptOrders` do not count as taken. */
export async function countLimited(
  db: Db,
  prices: Prices,
  wanted: Places,
  exceptOrders?: readonly string[],
): Promise<Limited[]> {
  const hasLimits = Object.keys(limitsOf(prices)).length > 0;
  const all = hasLimits ? await limitsNow(db, prices) : {};
  const limited = Object.entries(wanted).flatMap(([kind, count]) => {
    const limit = all[kind];
    return limit === undefined ? [] : [{ kind, count, limit }];
  });
  if (limited.length === 0) return [];
  const taken = await takenPlaces(db, exceptOrders);
  return limited.map((each) => ({ paid: 0, held: 0, ...taken.get(each.kind), ...each }));
}

/** Throws if too few places of one of these kinds are left. */
export async function refuseWhereFull(
  db: Db,
  content: Content,
  limited: readonly Limited[],
): Promise<void> {
  const full = await findFull(db, limited);
  if (full) throw soldOut(content, full);
}

/** Throws if somebody who waits comes before this visitor. */
export async function refuseWhereAwaited(
  db: Db,
  sale: Sale,
  limited: readonly Limited[],
  ownOrders: readonly string[],
): Promise<void> {
  const full = await findFirstAwaited(db, sale, limited, ownOrders);
  if (full) throw soldOut(sale.content, full);
}

/** Throws if one network would reserve more than its part of the places that are left. */
export async function refuseHoarding(
  tx: Tx,
  { conference }: Content,
  limited: readonly Limited[],
  { network, exceptOrders }: { network: string; exceptOrders: readonly string[] },
): Promise<void> {
  if (limited.length === 0) return;
  const mine = await placesReservedBy(tx, network, exceptOrders);
  const isTooMuch = limited.some(({ kind, count, limit, paid, held }) => {
    const ofNetwork = mine[kind] ?? 0;
    const left = limit - paid - held + ofNetwork;
    return ofNetwork > 0 && ofNetwork + count > Math.ceil(left * SHARE_OF_LEFT);
  });
  if (!isTooMuch) return;
  throw new AppError('too-many-requests', 'fewLeft', {
    values: { contact: conference.secretary.email },
    retryAfter: 600,
  });
}

/** Throws if fewer places are left than wanted. Places of `exceptOrders` do not count as taken. */
export async function refuseFull(
  db: Db,
  content: Content,
  wanted: Places,
  exceptOrders?: readonly string[],
): Promise<void> {
  await refuseWhereFull(db, content, await countLimited(db, content.prices, wanted, exceptOrders));
}

/** Locks the places until this transaction ends, then throws like `refuseFull`. */
export async function reservePlaces(
  tx: Tx,
  content: Content,
  wanted: Places,
  exceptOrders?: readonly string[],
): Promise<void> {
  await lockPlaces(tx, content.prices);
  await refuseFull(tx, content, wanted, exceptOrders);
}

/** Like `refuseFull` for visitors, who come after everybody who waits. `ownOrders` are the visitor's. */
export async function refuseBehindQueue(
  db: Db,
  sale: Sale,
  wanted: Places,
  ownOrders: readonly string[],
): Promise<void> {
  const limited = await countLimited(db, sale.content.prices, wanted, ownOrders);
  await refuseWhereFull(db, sale.content, limited);
  await refuseWhereAwaited(db, sale, limited, ownOrders);
}

/**
 * Throws if too few places are left for this price. Returns a notice if open checkouts reserve all places that are
 * left: the visitor may come back to the form from one of these checkouts.
 */
export async function refuseSoldOut(
  db: Db,
  sale: Sale,
  price: RegistrationPrice,
): Promise<((language?: string) => string) | undefined> {
  const { content } = sale;
  const limited = await countLimited(db, content.prices, placesOfItems(itemsOf(price, '')));
  const full = (await findFull(db, limited)) ?? (await findFirstAwaited(db, sale, limited, []));
  if (!full) return undefined;
  const sentence = (language = content.language) => {
    const of = inLanguage(content, language);
    const words = fullWords(of, full);
    return full.mayLapse
      ? fillPlaceholders(of.labels.refusals.perhapsYours, { full: words })
      : words;
  };
  if (full.mayLapse) return sentence;
  // Somebody who asks for a price has not tried to pay.
  throw new AppError('sold-out', sentence);
}

/** The kinds of which a visitor gets too few places now, after everybody who waits. */
export async function findMissing(db: Db, sale: Sale, wanted: Places): Promise<string[]> {
  const limited = await countLimited(db, sale.content.prices, wanted);
  const full = limited.filter(isFull).map(({ kind }) => kind);
  return [...new Set([...full, ...(await findAwaited(db, sale, limited, []))])];
}

/**
 * Whether more places of a kind that this order takes are paid than there are. Of two orders that are paid at once, the later
 * one sees the place of the earlier one: until this transaction ends, no other asks.
 */
export async function isOversold(tx: Tx, prices: Prices, order: Order): Promise<boolean> {
  if (Object.keys(limitsOf(prices)).length === 0) return false;
  // Not the lock of the places, which everybody takes before people and orders.
  await lockKey(tx, 'paid-places');
  const limited = await countLimited(tx, prices, await placesOfOrder(tx, order));
  return limited.some(({ paid, limit }) => paid > limit);
}

export function isFull({ paid, held, count, limit }: Limited): boolean {
  return paid + held + count > limit;
}

/** The first kind with too few places left, if any. */
async function findFull(db: Db, limited: readonly Limited[]): Promise<Full | undefined> {
  const full = limited.filter(isFull);
  if (full.length === 0) return undefined;
  // An offer that lapses is made to the next who waits.
  const offered = await reservedPlaces(db);
  const named = full.map(({ kind, paid, count, limit }) => ({
    kind,
    mayLapse: paid + (offered[kind] ?? 0) + count <= limit,
  }));
  return named.find(({ mayLapse }) => !mayLapse) ?? named[0];
}

declare module '#server/orders/rows/reserved-orders.ts' {
  interface Reserves {
    /** The kinds for which somebody waits who comes before a visitor with these orders. */
    awaited: (
      db: Db,
      sale: Sale,
      limited: readonly Limited[],
      ownOrders: readonly string[],
    ) => Promise<string[]>;
  }
}

async function findAwaited(
  db: Db,
  sale: Sale,
  limited: readonly Limited[],
  ownOrders: readonly string[],
): Promise<string[]> {
  if (limited.length === 0) return [];
  const kinds: string[] = [];
  for (const { orders } of features()) {
    kinds.push(...((await orders?.reserves?.awaited(db, sale, limited, ownOrders)) ?? []));
  }
  return kinds;
}

async function findFirstAwaited(
  ...given: Parameters<typeof findAwaited>
): Promise<Full | undefined> {
  const [kind] = await findAwaited(...given);
  return kind === undefined ? undefined : { kind, mayLapse: false };
}

function soldOut(content: Content, full: Full): AppError {
  return new AppError('sold-out', (language = content.language) => {
    const of = inLanguage(content, language);
    return fillPlaceholders(of.labels.refusals.soldOut, { full: fullWords(of, full) });
  });
}

/** The sentence about a kind of which no place is left. */
function fullWords(of: Content, { kind, mayLapse }: Full): string {
  const { waitingList, secretary } = of.conference;
  const { allTaken, allTakenNow, allTakenForDays } = of.labels.refusals;
  const hasTransfers = offeredWays(of.conference, of.prices.currency).includes('transfer');
  const allReserved = hasTransfers ? allTakenForDays : allTakenNow;
  return fillPlaceholders(mayLapse ? allReserved : allTaken, {
    places: nameOfPlaces(of, kind),
    contact: waitingList ?? secretary.email,
  });
}
