import type { ItemWords, Prices } from '#contract/content.ts';
import { extraOf, isIncluded } from '#contract/content/combinations.ts';
import { stayAt } from '#contract/content/stay.ts';
import { asCents, type Cents, feeOn, times } from '#contract/money.ts';
import {
  isFee,
  linesOfItems,
  type OrderItem,
  type StoredItem,
  sumOf,
} from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import type { Fact } from '#server/mail/mail-template.ts';
import { guestWords, lineParts, roomWords } from '#server/orders/rows/item-words.ts';
import { choiceOf, itemsFor, itemsOf } from '#server/orders/rows/registration-items.ts';
import { type Choice, priceOf } from '#server/orders/sell/registration-price.ts';

/** The items that a change replaces and adds, without the fee, and the difference of the price. */
export type Quote = {
  replaced: StoredItem[];
  added: OrderItem[];
  /** The difference of the price, fee included; negative if the change costs less. */
  differenceCents: number;
  /** The fee in that difference. */
  feeDifferenceCents: number;
};

export type ChoiceQuote = Quote & {
  /** Whether an item or the fee keeps a price that differs from today's. */
  keepsOldPrices: boolean;
  /** Whether there would be more of something that an organiser gave for nothing. */
  addsToGift: boolean;
};

/**
 * Quotes another choice of one person of an order; undefined if the conference does not offer it. Unchanged items keep
 * their price; an item with another quantity keeps its price per unit; new items have the price that prices.yaml gives
 * today for the day of the order. The order keeps its fee rule.
 */
export function quoteChange(
  prices: Prices,
  order: Order,
  participantId: string,
  wanted: Choice,
): ChoiceQuote | undefined {
  const booked = itemsFor(order.items, participantId);
  const { offered, kept: old } = withoutOldExtras(prices, booked, wanted);
  const today = priceOf(prices, offered, order.createdAt);
  if (!today) return undefined;
  const nights = booked.find(({ kind }) => kind === 'room')?.quantity ?? 1;
  const usual = [...itemsOf(today, participantId), ...old];
  const before = choiceOf(booked);
  const replaceable = [...booked];
  const items = usual.map((item) => {
    const known = booked.find(({ kind, item: id }) => kind === item.kind && id === item.item);
    if (!known) return otherChoice(prices, order, { booked, replaceable, wanted, item });
    return before && changesInclusion(prices, { known, item, before, wanted })
      ? item
      : repriced(prices.words, known, item, { nights: wanted.nights, nightsBefore: nights });
  });
  const kept = new Set<OrderItem>(items);
  const { percent, fixed } = prices.fee;
  return {
    ...quoteOf(
      order,
      booked.filter((item) => !kept.has(item)),
      items.filter((item) => !booked.some((known) => known === item)),
    ),
    keepsOldPrices:
      items.some(({ unitCents }, at) => unitCents !== usual[at]?.unitCents) ||
      percent !== order.fee.percent ||
      fixed !== order.fee.fixed,
    addsToGift: items.some(({ kind, item, quantity }, at) => {
      const known = booked.find((each) => each.kind === kind && each.item === item);
      return known && quantity > known.quantity && isGift(known, usual[at]);
    }),
  };
}

/**
 * The choice without booked extras that prices.yaml no longer has, and the items that stay of them: somebody may have
 * ordered a dinner before it got its choices.
 */
function withoutOldExtras(
  prices: Prices,
  booked: readonly StoredItem[],
  wanted: Choice,
): { offered: Choice; kept: OrderItem[] } {
  const old = booked.filter(
    ({ kind, item, quantity }) =>
      kind === 'extra' &&
      prices.extras.every(({ id }) => id !== item) &&
      (wanted.extras[item] ?? 0) <= quantity,
  );
  const extras = Object.entries(wanted.extras).filter(([id]) =>
    old.every(({ item }) => item !== id),
  );
  return {
    offered: { ...wanted, extras: Object.fromEntries(extras) },
    kept: old.flatMap((item) => {
      const quantity = wanted.extras[item.item] ?? 0;
      if (quantity === 0) return [];
      const { id: _id, position: _position, changeId: _change, ...less } = item;
      return [item.quantity === quantity ? item : { ...less, quantity }];
    }),
  };
}

/** Whether another type includes an extra that the present one does not, or the other way round. */
function changesInclusion(
  prices: Prices,
  about: { known: OrderItem; item: OrderItem; before: Choice; wanted: Choice },
): boolean {
  const { known, item, before, wanted } = about;
  if (item.kind !== 'extra' || before.presentation === wanted.presentation) return false;
  if (isIncluded(prices, wanted.presentation, item.item)) return true;
  return known.unitCents === 0 && isIncluded(prices, before.presentation, item.item);
}

/**
 * The item of a choice that replaces another choice of the same extra: it costs what was paid, and the difference of the
 * two choices. A booked choice is replaced once, and taken out of `replaceable`.
 */
function otherChoice(
  prices: Prices,
  order: Order,
  about: {
    booked: readonly StoredItem[];
    replaceable: StoredItem[];
    wanted: Choice;
    item: OrderItem;
  },
): OrderItem {
  const { booked, replaceable, wanted, item } = about;
  const given = replaceable.find(
    (known) =>
      known.kind === 'extra' &&
      item.kind === 'extra' &&
      extraOf(known.item) === extraOf(item.item) &&
      !wanted.extras[known.item],
  );
  const before = choiceOf(booked);
  if (!given || before?.presentation !== wanted.presentation) return item;
  const extras = { [given.item]: 1 };
  const usual = priceOf(prices, { ...wanted, extras }, order.createdAt)?.extras[0];
  if (!usual || given.quantity !== item.quantity) return item;
  replaceable.splice(replaceable.indexOf(given), 1);
  const unitCents = given.unitCents + item.unitCents - usual.unitCents;
  return { ...item, unitCents: asCents(Math.max(0, unitCents)) };
}

/** Whether an organiser gave an item for nothing that costs something otherwise. */
export function isGift(
  { unitCents }: Pick<OrderItem, 'unitCents'>,
  usual: Pick<OrderItem, 'unitCents'> | undefined,
): boolean {
  return unitCents === 0 && usual !== undefined && usual.unitCents > 0;
}

/** Quotes an order without these people. */
export function quoteRemoval(order: Order, participantIds: readonly string[]): Quote {
  const removed = participantIds.flatMap((id) => itemsFor(order.items, id));
  return quoteOf(order, removed, []);
}

/** Quotes an order with these items added. */
export function quoteReturn(order: Order, items: OrderItem[]): Quote {
  return quoteOf(order, [], items);
}

/** The booked item if nothing changes; otherwise a new item with the same price per unit. */
function repriced(
  words: ItemWords,
  known: StoredItem,
  { quantity }: OrderItem,
  { nights, nightsBefore }: { nights: number; nightsBefore: number },
): OrderItem {
  const isStay = known.kind === 'room' || known.kind === 'guest';
  if (known.quantity === quantity && (!isStay || nights === nightsBefore)) return known;
  const { id: _id, position: _position, changeId: _change, ...item } = known;
  if (known.kind === 'guest') {
    // The quantity is the number of guests.
    const unitCents = times(perNight(known, nightsBefore), nights);
    return { ...item, words: guestWords(words, quantity), quantity, unitCents };
  }
  if (known.kind !== 'room') return { ...item, quantity };
  const stay = stayAt({ hotel: known.label, firstNight: known.from }, nights);
  const { from, until } = stay;
  return { ...item, words: roomWords(words, nights, stay), quantity, from, until };
}

/** The price of one guest for one night: the unit price of a guest is for all nights. */
export function perNight({ unitCents }: OrderItem, nights: number): Cents {
  return asCents(unitCents / nights);
}

function quoteOf(order: Order, replaced: StoredItem[], added: OrderItem[]): Quote {
  const before = order.items.filter((item) => !isFee(item));
  const fees = order.items.filter(isFee);
  const subtotal = asCents(sumOf(before) - sumOf(replaced) + sumOf(added));
  const feeDifferenceCents = feeOn(subtotal, order.fee, order.currency) - sumOf(fees);
  return {
    replaced,
    added,
    differenceCents: sumOf(added) - sumOf(replaced) + feeDifferenceCents,
    feeDifferenceCents,
  };
}

/** The items of one person after a change is made. */
export function itemsAfter(
  { items }: Order,
  participantId: string,
  { replaced, added }: Pick<Quote, 'replaced' | 'added'>,
): OrderItem[] {
  const gone = new Set(replaced.map(({ id }) => id));
  const kept = itemsFor(items, participantId).filter(({ id }) => !gone.has(id));
  const isKind = (wanted: OrderItem['kind']) => (item: OrderItem) => item.kind === wanted;
  return (['registration', 'room', 'guest', 'extra'] as const).flatMap((kind) =>
    [...kept, ...added].filter(isKind(kind)),
  );
}

/** The words of a change for its row. */
export function changeOf(
  from: readonly OrderItem[],
  to: readonly OrderItem[],
): { was: string; becomes: string; stay: string | undefined } {
  return { was: partWords(from), becomes: partWords(to), stay: stayWords(to) };
}

/** A part of a registration that differs: both texts if something replaces it. */
export type Difference = {
  was: string | undefined;
  becomes: string | undefined;
  /** The hotel and the days of a room that somebody then has. */
  stay?: string | undefined;
};

/** The differences between the items of one person before and after a change, as people read them. */
export function differencesOf(from: readonly OrderItem[], to: readonly OrderItem[]): Difference[] {
  const room = (items: readonly OrderItem[]) => ofKinds(items, ['room', 'guest']);
  const type = (items: readonly OrderItem[]) => ofKinds(items, ['registration']);
  const extras = [...new Set([...from, ...to].filter(isExtra).map(({ item }) => item))];
  const all: Difference[] = [
    { was: partWords(type(from)), becomes: partWords(type(to)) },
    { was: partWords(room(from)), becomes: partWords(room(to)), stay: stayWords(to) },
    ...extras.map((id) => extraDifference(id, from, to)),
  ];
  return all
    .filter(({ was, becomes }) => was !== becomes)
    .map(({ was, becomes, ...stay }) => ({
      was: was || undefined,
      becomes: becomes || undefined,
      ...stay,
    }));
}

/** The number of an extra that is added or given up: "Conference dinner", "Conference dinner × 2". */
function extraDifference(
  id: string,
  from: readonly OrderItem[],
  to: readonly OrderItem[],
): { was: string; becomes: string } {
  const [before, after] = [from, to].map((items) =>
    items.find((item) => isExtra(item) && item.item === id),
  );
  const more = (after?.quantity ?? 0) - (before?.quantity ?? 0);
  const label = (after ?? before)?.label ?? '';
  // A type that includes an extra changes its name and its price.
  if (more === 0 && before && after && before.label !== after.label) {
    return { was: before.label, becomes: after.label };
  }
  const words = Math.abs(more) === 1 ? label : `${label} × ${Math.abs(more)}`;
  return { was: more < 0 ? words : '', becomes: more > 0 ? words : '' };
}

/** The items of a change that were not booked before, or not as often. */
export function itemsAdded(from: readonly OrderItem[], to: readonly OrderItem[]): OrderItem[] {
  return to.filter(({ kind, item, quantity }) => {
    const booked = from.find((known) => known.kind === kind && known.item === item);
    return quantity > (booked?.quantity ?? 0);
  });
}

function isExtra({ kind }: OrderItem): boolean {
  return kind === 'extra';
}

function ofKinds(items: readonly OrderItem[], kinds: readonly OrderItem['kind'][]): OrderItem[] {
  return items.filter(({ kind }) => kinds.includes(kind));
}

/** The parts of one person in a line: "Registration (Poster); Room, 2 nights". */
export function partWords(items: readonly OrderItem[]): string {
  return linesOfItems(items, false)
    .map(({ words }) => lineParts(words).line)
    .join('; ');
}

/** The hotel and the days of the room of one person, to be read below these parts. */
function stayWords(items: readonly OrderItem[]): string | undefined {
  const stays = linesOfItems(items, false).map(({ words }) => lineParts(words).stay);
  return stays.find((stay) => stay !== undefined);
}

/** The parts with the hotel below them, as facts of mails show them. */
export function partFact(items: readonly OrderItem[]): Pick<Fact, 'text' | 'below'> {
  return { text: partWords(items), below: stayWords(items) };
}
