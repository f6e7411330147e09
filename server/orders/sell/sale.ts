import { type Content, inLanguage, type Prices } from '#contract/content.ts';
import { conflictsOfChange } from '#contract/content/combinations.ts';
import { endAt, momentAt } from '#contract/content/moments.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import {
  type Moment,
  type Opening,
  type OpeningState,
  stateOf,
} from '#contract/content/opening.ts';
import { type Db, lockKey, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, type Person, timestamp } from '#server/identity.ts';
import { refuseClosed } from '#server/opening.ts';
import { paidAlready } from './place-order.ts';
import { isStillOwed } from '#server/orders/rows/asked-orders.ts';
import { findChange, type OrderChange } from '#server/orders/rows/order-changes.ts';
import {
  getOrder,
  isCancelled,
  isAsked,
  isDiscount,
  isGroup,
  isOwnRegistration,
  type Order,
  ordersOfPerson,
  otherOrdersOf,
} from '#server/orders/rows/orders.ts';
import type { Payable } from '#server/orders/rows/payables.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import {
  changedLimits,
  offeredPlaces,
  type Places,
  placesReservedBy,
  placesOfChoice,
  placesOfItems,
  placesOfOrder,
  placesBeingPaid,
  type Taken,
  takenPlaces,
} from './places.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import {
  onlyForOf,
  refuseInvitedOnly,
  refuseWrongMembers,
} from '#features/members/member-price.ts';
import { choiceOf, itemsOf } from '#server/orders/rows/registration-items.ts';
import { type Choice, priceOf, type RegistrationPrice } from './registration-price.ts';
import {
  findPaidOrder,
  findUnpaidOrders,
  findParticipants,
} from '#server/orders/rows/participants.ts';
import { type Served, serveQueue } from '#features/waiting-list/serve-queue.ts';
import { holdsOffer, listEntries, type WaitingEntry } from '#features/waiting-list/waiting-list.ts';

/** The parts of an item that decide whether it is closed. */
type Wanted = Pick<OrderItem, 'kind' | 'item'>;

/** Decides what can be bought now: whether its sale is open, and whether places are left. */
export type Sale = {
  /** Throws if registration, or the sale of one of these items, is not open yet or closed. */
  refuseClosed: (wanted: readonly Wanted[]) => void;
  /** Throws if the sale of one of these items is not open yet or closed, whatever registration is. */
  refuseNotOnSale: (wanted: readonly Wanted[]) => void;
  /**
   * Throws if too few places are left for this price. Returns a notice if open checkouts reserve all places that are
   * left: the visitor may come back to the form from one of these checkouts.
   */
  refuseSoldOut: (
    db: Db,
    price: RegistrationPrice,
  ) => Promise<((language?: string) => string) | undefined>;
  /** Throws if fewer places are left than wanted. Places of `exceptOrders` do not count as taken. */
  refuseFull: (db: Db, wanted: Places, exceptOrders?: readonly string[]) => Promise<void>;
  /** Like `refuseFull` for visitors, who come after everybody on the waiting list. `ownOrders` are the visitor's. */
  refuseBehindQueue: (db: Db, wanted: Places, ownOrders: readonly string[]) => Promise<void>;
  /** The kinds of which a visitor gets too few places now, after everybody on the waiting list. */
  findMissing: (db: Db, wanted: Places) => Promise<string[]>;
  /** The people on the waiting list whose places are free now, and the kinds for which others still wait. */
  serveWaiting: (db: Db) => Promise<Served<Waiting>>;
  /** Whether everybody can buy a choice now; `over` also if prices.yaml no longer offers it, or not to everybody. */
  stateOfSale: (choice: Choice) => OpeningState;
  /** The end of the sale of a choice, if it has one. */
  endOfSale: (choice: Choice, language: string) => Moment | undefined;
  /** Until this transaction ends, nobody else takes any places. */
  lockPlaces: (tx: Tx) => Promise<void>;
  /** Locks the places until this transaction ends, then throws like `refuseFull`. */
  reservePlaces: (tx: Tx, wanted: Places, exceptOrders?: readonly string[]) => Promise<void>;
  /**
   * Throws if no attempt to pay this payable may begin. Otherwise the attempt reserves its places until it ends. A
   * visitor comes after everybody on the waiting list. The attempts of one network may reserve only a part of the places
   * that are left.
   */
  admit: (tx: Tx, payable: Payable, network?: string) => Promise<void>;
  /** The refusal of a payable that must not be paid any more, also on an open payment page. */
  overtaken: (db: Db, payable: Payable) => Promise<AppError | undefined>;
  /** Unpaid orders of people who have a place by this order. */
  overtakenBy: (db: Db, order: Order) => Promise<string[]>;
  /** Whether more places of a kind that this order takes are paid than there are. */
  isOversold: (db: Db, order: Order) => Promise<boolean>;
  /** The ends of a form's order in its language: the end of its price, and the first closing of what it contains. */
  endsOf: (order: Order) => { price: Moment | undefined; closing: Moment | undefined };
  /** The moment until which a link can pay this payable: its sale closes, another price begins, or the link lapses. */
  payableUntil: PaymentContext['payableUntil'];
};

/** A person on the waiting list with the wanted places. */
export type Waiting = { entry: WaitingEntry; wanted: Places };

const PLACES = 'places';

export function createSale(content: Content, clock: Clock): Sale {
  const { conference, prices } = content;
  /** A sentence with words of the conference, in any of its languages. */
  const said =
    (sentence: (of: Content) => string) =>
    (language = content.language): string =>
      sentence(inLanguage(content, language));
  /** A refusal that names the secretary. */
  const closedFor = (label: 'changeOver' | 'notDue' | 'invitationOver' | 'conferenceCancelled') =>
    new AppError('closed', label, { values: { contact: conference.secretary.email } });
  const hasLimits = Object.keys(limitsOf(prices)).length > 0;
  const openingsOf = (of: Content, items: readonly Wanted[]) =>
    items.flatMap((item): { what: string; when: Opening }[] => {
      const { refusals } = of.labels;
      const type = of.prices.presentationTypes.find(({ id }) => id === item.item);
      const extra = of.prices.extras.find(({ id }) => id === item.item);
      if (item.kind === 'registration' && type) {
        const what = fillPlaceholders(refusals.registrationAs, { type: type.label });
        return [{ what, when: type.opening }];
      }
      if ((item.kind === 'room' || item.kind === 'guest') && of.prices.room) {
        return [{ what: refusals.accommodation, when: of.prices.room.opening }];
      }
      return item.kind === 'extra' && extra ? [{ what: extra.label, when: extra.opening }] : [];
    });
  const refuseNotOnSale = (items: readonly Wanted[]) => {
    for (const item of items) {
      if (openingsOf(content, [item]).length === 0) continue;
      const openingIn = (of: Content) => openingsOf(of, [item])[0] ?? { what: '', when: {} };
      refuseClosed(content, openingIn, clock);
    }
  };
  const refuseClosedItems = (items: readonly Wanted[]) => {
    refuseClosed(
      content,
      (of) => ({ what: of.labels.refusals.registration, when: of.conference.opening.registration }),
      clock,
    );
    refuseNotOnSale(items);
  };
  const openingsOfChoice = (choice: Choice, of = content): Opening[] | undefined => {
    const price = priceOf(prices, choice, timestamp(clock()));
    const conflicts = conflictsOfChange(prices, { from: { ...choice, extras: {} }, to: choice });
    const isForEverybody = onlyForOf(prices, choice.presentation) === undefined;
    if (!price || conflicts.length > 0 || !isForEverybody) return undefined;
    const parts = openingsOf(of, itemsOf(price, ''));
    return [of.conference.opening.registration, ...parts.map(({ when }) => when)];
  };
  const stateOfSale: Sale['stateOfSale'] = (choice) => {
    const now = timestamp(clock());
    const states = openingsOfChoice(choice)?.map((each) => stateOf(each, now)) ?? ['over' as const];
    return (['over', 'before'] as const).find((state) => states.includes(state)) ?? 'open';
  };
  /** Serves the waiting list with the free places. An entry that wants more than there will ever be keeps nobody back. */
  const serveWaiting: Sale['serveWaiting'] = async (db) => {
    const entries = await listEntries(db, 'WAITING');
    if (entries.length === 0) return serveQueue(new Map(), []);
    const limits = await limitsNow(db, prices);
    const queue = entries
      .filter(({ choice }) => stateOfSale(choice) === 'open')
      .map((entry) => ({ entry, wanted: placesOfChoice(entry.choice) }))
      .filter(({ wanted }) => isPossible(wanted, limits));
    return serveQueue(await placesLeft(db, limits), queue);
  };
  /** The wanted kinds that have a limit, with their taken places. Places of `exceptOrders` do not count as taken. */
  const countLimited = async (
    db: Db,
    wanted: Places,
    exceptOrders?: readonly string[],
  ): Promise<Limited[]> => {
    const all = hasLimits ? await limitsNow(db, prices) : {};
    const limited = Object.entries(wanted).flatMap(([kind, count]) => {
      const limit = all[kind];
      return limit === undefined ? [] : [{ kind, count, limit }];
    });
    if (limited.length === 0) return [];
    const kinds = limited.map(({ kind }) => kind);
    const taken = await takenPlaces(db, exceptOrders, kinds);
    return limited.map((each) => ({ ...each, ...(taken.get(each.kind) ?? NONE) }));
  };
  /** The first kind with too few places left, if any. */
  const findFull = async (db: Db, limited: readonly Limited[]): Promise<Full | undefined> => {
    const full = limited.filter(isFull);
    if (full.length === 0) return undefined;
    // An offer that lapses is made to the next on the waiting list.
    const offered = await offeredPlaces(db);
    const named = full.map(({ kind, paid, count, limit }) => ({
      kind,
      mayLapse: paid + (offered[kind] ?? 0) + count <= limit,
    }));
    return named.find(({ mayLapse }) => !mayLapse) ?? named[0];
  };
  /** The kinds for which somebody waits who comes before this visitor. */
  const findAwaited = async (
    db: Db,
    limited: readonly Limited[],
    ownOrders: readonly string[],
  ): Promise<string[]> => {
    if (limited.length === 0) return [];
    const { left, awaited, served } = await serveWaiting(db);
    if (awaited.size === 0 && served.length === 0) return [];
    // The visitor keeps the places of an open checkout, also while another checkout replaces it.
    const own = await placesBeingPaid(db, ownOrders);
    const behind = limited.filter(({ kind, count }) => {
      const more = count - (own[kind] ?? 0);
      return more > 0 && (awaited.has(kind) || more > (left.get(kind) ?? Infinity));
    });
    return behind.map(({ kind }) => kind);
  };
  const findAwaitedFull = async (...given: Parameters<typeof findAwaited>) => {
    const [kind] = await findAwaited(...given);
    return kind === undefined ? undefined : { kind, mayLapse: false };
  };
  const soldOut = (full: Full) =>
    new AppError(
      'sold-out',
      said((of) => fillPlaceholders(of.labels.refusals.soldOut, { full: fullWords(of, full) })),
    );
  const refuseWhereFull = async (db: Db, limited: readonly Limited[]) => {
    const full = await findFull(db, limited);
    if (full) throw soldOut(full);
  };
  const refuseWhereAwaited = async (
    db: Db,
    limited: readonly Limited[],
    ownOrders: readonly string[],
  ) => {
    const full = await findAwaitedFull(db, limited, ownOrders);
    if (full) throw soldOut(full);
  };
  const refuseFull: Sale['refuseFull'] = async (db, wanted, exceptOrders) =>
    refuseWhereFull(db, await countLimited(db, wanted, exceptOrders));
  const lockPlaces: Sale['lockPlaces'] = async (tx) => {
    if (hasLimits) await lockKey(tx, PLACES);
  };
  const reservePlaces: Sale['reservePlaces'] = async (tx, wanted, exceptOrders) => {
    await lockPlaces(tx);
    await refuseFull(tx, wanted, exceptOrders);
  };
  const refuseHoarding = async (
    tx: Tx,
    limited: readonly Limited[],
    network: string,
    exceptOrders: readonly string[],
  ) => {
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
  };
  const paidElsewhere = async (db: Db, { id }: Order, person: Person) => {
    const paid = await findPaidOrder(db, person, id);
    return paid && paidAlready(person.name, paid.reference, conference.secretary.email);
  };
  const refusalOfChange = async (db: Db, { id, orderId }: OrderChange) => {
    const order = await getOrder(db, orderId);
    const change = await findChange(db, id);
    const isOpen = change?.state === 'proposed' && order.state === 'CONFIRMED';
    if (isOpen && !isCancelled(order)) return undefined;
    return closedFor('changeOver');
  };
  const overtaken: Sale['overtaken'] = async (db, { order, change }) => {
    // Also at a link or a payment page that was open before.
    if (conference.status?.is === 'cancelled' && !isAsked(order)) {
      return closedFor('conferenceCancelled');
    }
    if (change) return refusalOfChange(db, change);
    if (isCancelled(order)) return new AppError('closed', 'cancelled');
    if (!(await isStillOwed(db, order))) return closedFor('notDue');
    if (isDiscount(order)) {
      const others = await otherOrdersOf(db, order);
      const paid = others.find(({ state }) => state === 'CONFIRMED');
      return paid && paidAlready(paid.customer.name, paid.reference, conference.secretary.email);
    }
    for (const person of await peopleWithPlace(db, order)) {
      const refusal = await paidElsewhere(db, order, person);
      if (refusal) return refusal;
    }
    return undefined;
  };
  const endOfPrice = (
    { items, amountCents, language }: Order,
    of = inLanguage(content, language),
  ): Moment | undefined => {
    // An item has the name of its phase in the language of its order.
    const phase = items.find(({ kind }) => kind === 'registration')?.phase;
    const at = inLanguage(content, language).prices.phases.findIndex(({ name }) => name === phase);
    const end = of.prices.phases[at]?.until;
    const choice = choiceOf(items);
    const isSame = end && choice && priceOf(prices, choice, end.at)?.totalCents === amountCents;
    return isSame ? undefined : end;
  };
  const endsOf: Sale['endsOf'] = (order) => {
    const of = inLanguage(content, order.language);
    const { opening, dates } = of.conference;
    // An organiser's offer stays open.
    if (order.offeredBy !== undefined) return { price: undefined, closing: undefined };
    if (order.invitedUntil !== undefined) {
      return { price: undefined, closing: endAt(order.invitedUntil, dates) };
    }
    if (isDiscount(order)) return { price: undefined, closing: opening.discounts.until };
    const closings = openingsOf(of, order.items).map(({ when: { until } }) => until);
    return {
      price: endOfPrice(order, of),
      closing: [opening.registration.until, ...closings].reduce(earlier, undefined),
    };
  };
  const refuseOldPrice = (order: Order) => {
    const end = endOfPrice(order);
    if (!end || timestamp(clock()) < end.at) return;
    throw new AppError(
      'price-changed',
      said((of) => {
        const until = endOfPrice(order, of)?.words ?? '';
        return fillPlaceholders(of.labels.refusals.priceEnded, { until });
      }),
    );
  };
  const refuseOldInvitation = ({ invitedUntil = '' }: Order) => {
    if (timestamp(clock()) < invitedUntil) return;
    throw closedFor('invitationOver');
  };
  return {
    endsOf,
    payableUntil: ({ order, change }, linkLapsesAt) => {
      const { dates } = inLanguage(content, order.language).conference;
      const lapse = momentAt(linkLapsesAt, dates);
      const { price, closing } = change ? {} : endsOf(order);
      return earlier(earlier(lapse, closing), price) ?? lapse;
    },
    refuseClosed: refuseClosedItems,
    refuseNotOnSale,
    async refuseSoldOut(db, price) {
      const limited = await countLimited(db, placesOfItems(itemsOf(price, '')));
      const full = (await findFull(db, limited)) ?? (await findAwaitedFull(db, limited, []));
      if (!full) return undefined;
      // Somebody who asks for a price has not tried to pay.
      if (!full.mayLapse)
        throw new AppError(
          'sold-out',
          said((of) => fullWords(of, full)),
        );
      return said((of) =>
        fillPlaceholders(of.labels.refusals.perhapsYours, { full: fullWords(of, full) }),
      );
    },
    refuseFull,
    async refuseBehindQueue(db, wanted, ownOrders) {
      const limited = await countLimited(db, wanted, ownOrders);
      await refuseWhereFull(db, limited);
      await refuseWhereAwaited(db, limited, ownOrders);
    },
    async findMissing(db, wanted) {
      const limited = await countLimited(db, wanted);
      const full = limited.filter(isFull);
      const awaited = await findAwaited(db, limited, []);
      return [...new Set([...full.map(({ kind }) => kind), ...awaited])];
    },
    serveWaiting,
    stateOfSale,
    endOfSale: (choice, language) =>
      openingsOfChoice(choice, inLanguage(content, language))
        ?.map(({ until }) => until)
        .reduce(earlier, undefined),
    lockPlaces,
    reservePlaces,
    overtaken,
    async overtakenBy(db, order) {
      if (!isDiscount(order))
        return findUnpaidOrders(db, await peopleWithPlace(db, order), order.id);
      const others = await otherOrdersOf(db, order);
      return others.filter(({ state }) => state === 'AWAITING_PAYMENT').map(({ id }) => id);
    },
    async isOversold(db, order) {
      const limited = await countLimited(db, await placesOfOrder(db, order));
      return limited.some(({ paid, limit }) => paid > limit);
    },
    async admit(tx, payable, network) {
      const { order, change } = payable;
      const isOwn = !change && isOwnRegistration(order);
      const isInvited = order.invitedUntil !== undefined;
      if (isInvited) refuseOldInvitation(order);
      else if (isOwn) {
        refuseInvitedOnly(order, prices);
        refuseClosedItems(order.items);
        refuseOldPrice(order);
      }
      const refusal = await overtaken(tx, payable);
      if (refusal) throw refusal;
      // A change reserves its places from the moment at which an organiser proposes it; an asked amount has none.
      if (change || isAsked(order)) return;
      if (isDiscount(order)) {
        refuseClosed(
          content,
          (of) => ({ what: of.labels.refusals.discounts, when: of.conference.opening.discounts }),
          clock,
        );
      }
      // With this lock, organisers agree to an amount before this check or after the attempt is written.
      await lockPlaces(tx);
      const own = isOwn ? await orderIdsOf(tx, order.customer) : [order.id];
      const about = {
        content,
        ownOrders: own,
        isByForm: isOwn && !isInvited,
      };
      await refuseWrongMembers(tx, order, about);
      // Its places are reserved since it took an offer of the waiting list.
      if (isOwn && (await holdsOffer(tx, order.id))) return;
      const limited = await countLimited(tx, await placesOfOrder(tx, order), own);
      await refuseWhereFull(tx, limited);
      // An organiser's offer stays open: only places can run out.
      if (isGroup(order) || isInvited) return;
      if (isOwn) await refuseWhereAwaited(tx, limited, own);
      if (network !== undefined) await refuseHoarding(tx, limited, network, own);
    },
  };
}

function earlier(first: Moment | undefined, end: Moment | undefined): Moment | undefined {
  return first && (!end || first.at <= end.at) ? first : end;
}

/** Places of a limited kind: the number wanted, and the number taken. */
type Limited = Taken & { kind: string; count: number; limit: number };

function isFull({ paid, held, count, limit }: Limited): boolean {
  return paid + held + count > limit;
}

/** The kind with too few places left; `mayLapse` if open checkouts reserve enough of them. */
type Full = { kind: string; mayLapse: boolean };

/**
 * One network may reserve this part of the places that are neither paid nor reserved by others; its first order may
 * reserve more.
 */
const SHARE_OF_LEFT = 1 / 4;

const NONE: Taken = { paid: 0, held: 0 };

/** Whether all these places exist. */
function isPossible(wanted: Places, limits: Readonly<Record<string, number>>): boolean {
  return Object.entries(wanted).every(([kind, count]) => count <= (limits[kind] ?? Infinity));
}

/** The ids of a person's own registration orders: their places do not count as taken for the same person. */
export async function orderIdsOf(db: Db, person: Person): Promise<string[]> {
  const orders = (await ordersOfPerson(db, person)).filter(isOwnRegistration);
  return orders.map(({ id }) => id);
}

/** The people who get a place by an order: its payer, whose row may not be written yet, or the members of a group. */
async function peopleWithPlace(db: Db, order: Order): Promise<Person[]> {
  if (isAsked(order)) return [];
  return isGroup(order) ? findParticipants(db, order.participantIds) : [order.customer];
}

/** The limits that content/ sets, by kind. */
export function limitsOf({
  places,
  presentationTypes,
  room,
  extras,
}: Prices): Record<string, number> {
  const limits = {
    all: places,
    ...Object.fromEntries(presentationTypes.map((type) => [`type:${type.id}`, type.places])),
    nights: room?.nights,
    ...Object.fromEntries(
      extras.flatMap(({ id, places: of, whole }) => [
        ...(whole ? [[`extra:${whole.id}`, whole.places]] : []),
        [`extra:${id}`, of],
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
}

/** The present limits. An organiser's change applies as long as content/ has the limit that it replaced. */
export async function limitsNow(db: Db, prices: Prices): Promise<Record<string, number>> {
  const changes = await changedLimits(db);
  return Object.fromEntries(
    Object.entries(limitsOf(prices)).map(([kind, limit]) => {
      const change = changes.get(kind);
      return [kind, change?.insteadOf === limit ? change.limit : limit];
    }),
  );
}

/** The kinds of which no place is left. Places of unpaid checkouts count as taken. */
export async function fullKinds(db: Db, prices: Prices): Promise<ReadonlySet<string>> {
  const left = await placesLeft(db, await limitsNow(db, prices));
  return new Set([...left].filter(([, count]) => count <= 0).map(([kind]) => kind));
}

/** The number of places that are left of each kind with a limit. Places of unpaid checkouts count as taken. */
async function placesLeft(
  db: Db,
  limits: Readonly<Record<string, number>>,
): Promise<Map<string, number>> {
  const kinds = Object.keys(limits);
  const taken = kinds.length === 0 ? undefined : await takenPlaces(db, [], kinds);
  return new Map(
    Object.entries(limits).map(([kind, limit]) => {
      const { paid, held } = taken?.get(kind) ?? NONE;
      return [kind, limit - paid - held];
    }),
  );
}

/** The sentence about a kind of which no place is left. */
function fullWords(of: Content, { kind, mayLapse }: Full): string {
  const { waitingList, secretary } = of.conference;
  const { allTaken, allTakenNow } = of.labels.refusals;
  return fillPlaceholders(mayLapse ? allTakenNow : allTaken, {
    places: nameOfPlaces(of, kind),
    contact: waitingList ?? secretary.email,
  });
}

/** The name of a kind of places. */
export function nameOfPlaces(
  { prices: { presentationTypes, extras }, labels: { refusals } }: Content,
  kind: string,
): string {
  const type = presentationTypes.find(({ id }) => kind === `type:${id}`);
  if (type) return fillPlaceholders(refusals.placesAs, { type: type.label });
  const extra = extras
    .flatMap(({ id, label, whole }) => [{ id, label }, ...(whole ? [whole] : [])])
    .find(({ id }) => kind === `extra:${id}`);
  if (extra) return fillPlaceholders(refusals.placesFor, { extra: extra.label });
  return kind === 'nights' ? refusals.roomNights : refusals.places;
}
