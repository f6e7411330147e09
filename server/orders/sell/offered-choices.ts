import type { Prices } from '#contract/content.ts';
import { isIncluded } from '#contract/content/combinations.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import { asCents, type Cents } from '#contract/money.ts';
import { GUESTS, NIGHTS } from '#contract/registration-options.ts';
import type { OrderItem } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { isGift, perNight } from '#server/orders/change/quote-change.ts';
import { choiceOf, itemsFor } from '#server/orders/rows/registration-items.ts';
import { ALONE, type Choice, priceOf } from './registration-price.ts';

/** A part that a person can choose, at the price that it would have in the order of this person. */
export type OfferedPart = {
  id: string;
  label: string;
  /** The extra of which this is a choice. */
  whole?: { label: string; choice: string } | undefined;
  unitCents: Cents;
  /** The largest number; the booked number if no more is for sale now, or if an organiser gave it for nothing. */
  most: number;
  isFull: boolean;
};

/** The parts among which a person of an order can choose, and the present choice. */
export type OfferedChoices = {
  present: Choice;
  types: readonly OfferedPart[];
  /** Absent without a room to choose. */
  room?: {
    hotel: string;
    nightCents: Cents;
    /** One guest for one night. */
    guestCents: Cents;
    mostNights: number;
    mostGuests: number;
    isFull: boolean;
  };
  extras: readonly OfferedPart[];
};

/**
 * The choices of a person at `now`, an instant in UTC as text; undefined for a person without a registration in the
 * order. `full` has the kinds of places that are taken. Booked parts keep their price.
 */
export function offeredChoices(
  prices: Prices,
  order: Pick<Order, 'items' | 'createdAt'>,
  participantId: string,
  { now, full }: { now: string; full: ReadonlySet<string> },
): OfferedChoices | undefined {
  const booked = itemsFor(order.items, participantId);
  const present = choiceOf(booked);
  if (!present) return undefined;
  const { nights: nightsNow, guests: guestsNow } = present;
  const isOnSale = ({ opening }: { opening: Opening }) => stateOf(opening, now) === 'open';
  const unitOf = (kind: 'registration' | 'extra', id: string) =>
    booked.find((item) => item.kind === kind && item.item === id)?.unitCents;
  // The present type may include extras, and may not be offered any more: then any other has the prices.
  const types = prices.presentationTypes;
  const type = types.find(({ id }) => id === present.presentation) ?? types[0];
  const priced = (choice: Partial<Choice>) =>
    priceOf(prices, { ...ALONE, presentation: type?.id ?? '', ...choice }, order.createdAt);
  const offeredTypes = types
    .filter((each) => (isOnSale(each) && !each.onlyFor) || each.id === present.presentation)
    .map(({ id, label }) => ({
      id,
      label,
      unitCents:
        unitOf('registration', id) ?? priced({ presentation: id })?.presentationCents ?? NOTHING,
      most: 1,
      isFull: full.has(`type:${id}`) && id !== present.presentation,
    }));
  const extras = prices.extras.flatMap((extra): OfferedPart[] => {
    const { id, label, whole } = extra;
    const has = present.extras[id] ?? 0;
    const price = priced({ extras: { [id]: 1 } })?.extras[0];
    const unitCents = unitOf('extra', id) ?? price?.unitCents ?? NOTHING;
    const isForMore = isOnSale(extra) && !(has > 0 && isGift({ unitCents }, price));
    const isOnce = isIncluded(prices, present.presentation, id);
    const most = isForMore ? (isOnce ? Math.max(has, 1) : extra.most) : has;
    if (most === 0) return [];
    return [{ id, label, whole, unitCents, most, isFull: full.has(`extra:${id}`) && has < most }];
  });
  return {
    present,
    types: offeredTypes,
    extras: [...extras, ...oldExtras(prices, booked)],
    ...roomOf(),
  };

  function roomOf(): Pick<OfferedChoices, 'room'> {
    const night = priced({ registration: 'stay', nights: 1, guests: 0 });
    const has = booked.find(({ kind }) => kind === 'room');
    if (!prices.room || !night || !(isOnSale(prices.room) || has)) return {};
    const guest = priced({ registration: 'stay', nights: 1, guests: 1 });
    const guests = booked.find(({ kind }) => kind === 'guest');
    const isRoomOnSale = isOnSale(prices.room);
    const isForMore = (item: OrderItem | undefined, unitCents: Cents) =>
      isRoomOnSale && !(item && isGift(item, { unitCents }));
    return {
      room: {
        hotel: has?.label ?? prices.room.hotel,
        nightCents: has?.unitCents ?? night.nightCents,
        guestCents: guests ? perNight(guests, nightsNow) : (guest?.guestCents ?? NOTHING),
        mostNights: isForMore(has, night.nightCents) ? NIGHTS.most : nightsNow,
        mostGuests: isForMore(guests, guest?.guestCents ?? NOTHING) ? GUESTS.most : guestsNow,
        isFull: full.has('nights'),
      },
    };
  }
}

/** Booked extras that prices.yaml no longer has can stay, or be given up. */
function oldExtras({ extras }: Prices, booked: readonly OrderItem[]): OfferedPart[] {
  return booked
    .filter(({ kind, item }) => kind === 'extra' && extras.every(({ id }) => id !== item))
    .map(({ item: id, label, unitCents, quantity: most }) => {
      return { id, label, unitCents, most, isFull: false };
    });
}

const NOTHING = asCents(0);
