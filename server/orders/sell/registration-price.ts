import type { ItemWords, PresentationType, Prices } from '#contract/content.ts';
import { isIncluded, withIncluded } from '#contract/content/combinations.ts';
import type { TicketDays } from '#contract/content/ticket-days.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { stateOf } from '#contract/content/opening.ts';
import { type Stay, stayAt } from '#contract/content/stay.ts';
import { add, asCents, type Cents, feeOn, times } from '#contract/money.ts';
import { GUESTS, NIGHTS, type RegistrationType } from '#contract/registration-options.ts';

/** A visitor's choice. Without a room, nights and guests have no meaning and no price. */
export type Choice = {
  /** The id of a presentation type. */
  presentation: string;
  registration: RegistrationType;
  nights: number;
  guests: number;
  /** The number of each extra, by its id; `dinner:vegan` is a choice of an extra. */
  extras: Readonly<Record<string, number>>;
};

/** The choice of a type without a room and extras. */
export const ALONE: Omit<Choice, 'presentation'> = {
  registration: 'registration',
  nights: 0,
  guests: 0,
  extras: {},
};

type Rate = number | undefined;

/** The price of one choice, in cents. `id` is made of the choice alone, so it stays the same when prices change. */
export type RegistrationPrice = Omit<Choice, 'extras'> & {
  id: string;
  /** The name of the presentation type. */
  label: string;
  /** The labels of its items. */
  words: ItemWords;
  /** The name of the phase, if prices depend on the date. */
  phase: string | undefined;
  presentationCents: Cents;
  /** The price of the room for all nights, with its guests. */
  roomCents: Cents;
  /** One night, and one guest for all nights. */
  nightCents: Cents;
  guestCents: Cents;
  /** The hotel and the days of the room; absent without a room. */
  stay?: Stay | undefined;
  extras: { id: string; label: string; count: number; unitCents: Cents; taxBasisPoints?: Rate }[];
  /** The rates of the tax in the price of the type and in those of room and guests. */
  taxBasisPoints?: Rate;
  roomTaxBasisPoints?: Rate;
  feePercent: number;
  feeCents: Cents;
  totalCents: Cents;
};

/** The price of a choice at a moment; undefined if the conference does not offer it. */
export function priceOf(
  prices: Prices,
  choice: Choice,
  now: string,
): RegistrationPrice | undefined {
  const { fee, phases, presentationTypes, room } = prices;
  const { presentation, registration, nights, guests } = choice;
  const type = presentationTypes.find(({ id }) => id === presentation);
  const extras = prices.extras.filter(({ id }) => choice.extras[id]);
  const isFree = (extra: string) => isIncluded(prices, presentation, extra);
  const isOffered =
    Object.entries(choice.extras).every(([name, count]) => {
      const most = prices.extras.find(({ id }) => id === name)?.most ?? 0;
      return Number.isInteger(count) && count >= 0 && count <= (isFree(name) ? 1 : most);
    }) &&
    (registration === 'registration' ||
      (room && isWithin(nights, NIGHTS) && isWithin(guests, GUESTS)));
  if (!type || !isOffered) return undefined;

  const phase = phaseAt(prices, now);
  const amount = (each: readonly Cents[]) => each[phase] ?? asCents(0);
  const presentationCents = amount(type.price);
  const hasRoom = registration === 'stay' && room;
  const nightCents = hasRoom ? amount(room.night) : asCents(0);
  const guestCents = hasRoom ? times(amount(room.guestPerNight), nights) : asCents(0);
  const roomCents = add(times(nightCents, nights), times(guestCents, guests));
  const bought = extras.map(({ id, label, price, taxBasisPoints }) => ({
    id,
    label: isFree(id) ? fillPlaceholders(prices.labels.included, { extra: label }) : label,
    count: choice.extras[id] ?? 0,
    unitCents: isFree(id) ? asCents(0) : amount(price),
    taxBasisPoints,
  }));
  const extraCents = bought.map(({ unitCents, count }) => times(unitCents, count));
  const subtotal = add(presentationCents, roomCents, ...extraCents);
  const feeCents = feeOn(subtotal, fee, prices.currency);
  return {
    ...choice,
    id: idOf(prices, choice),
    nightCents,
    guestCents,
    label: type.label,
    words: prices.words,
    phase: phases[phase]?.name,
    presentationCents,
    roomCents,
    taxBasisPoints: type.taxBasisPoints,
    roomTaxBasisPoints: room?.taxBasisPoints,
    ...(hasRoom && { stay: stayAt(room, nights) }),
    extras: bought,
    feePercent: fee.percent,
    feeCents,
    totalCents: add(subtotal, feeCents),
  };
}

/** The price of a new registration: with what its type includes. */
export function priceOfNew(
  prices: Prices,
  choice: Choice,
  now: string,
): RegistrationPrice | undefined {
  return priceOf(prices, withIncluded(prices, choice), now);
}

/** The choice of a price. */
export function choiceOfPrice(price: RegistrationPrice): Choice {
  const { presentation, registration, nights, guests, extras } = price;
  const counts = extras.map(({ id, count }) => [id, count] as const);
  return { presentation, registration, nights, guests, extras: Object.fromEntries(counts) };
}

/** The index of the present phase; 0 without phases. */
function phaseAt({ phases }: Prices, now: string): number {
  const at = phases.findIndex(({ until }) => stateOf(until ? { until } : {}, now) === 'open');
  return Math.max(at, 0);
}

/** Finds the price that an id names: `poster`, `poster-stay-3n-1g`, `poster.dinner-2`. */
export function findPrice(prices: Prices, id: string, now: string): RegistrationPrice | undefined {
  const [what = '', ...more] = id.split('.');
  const [, presentation = what, nights, guests] = /^(.+)-stay-(\d+)n-(\d+)g$/.exec(what) ?? [];
  const extras = more.map((text) => /^(.+)-(\d+)$/.exec(text) ?? []);
  const choice: Choice = {
    presentation,
    registration: nights === undefined ? 'registration' : 'stay',
    nights: Number(nights ?? 0),
    guests: Number(guests ?? 0),
    extras: Object.fromEntries(extras.map(([, name = '', count]) => [name, Number(count)])),
  };
  const price = priceOf(prices, choice, now);
  // Refuses other spellings of an id, such as `poster-stay-03n-1g`.
  return price?.id === id ? price : undefined;
}

function idOf(prices: Prices, choice: Choice): string {
  const bought = prices.extras.filter(({ id }) => choice.extras[id]);
  const extras = Object.fromEntries(bought.map(({ id }) => [id, choice.extras[id] ?? 0]));
  return priceIdOf({ ...choice, extras });
}

/** The id of the price of a choice; extras have the order of prices.yaml. */
export function priceIdOf({ presentation, registration, nights, guests, extras }: Choice): string {
  const room = registration === 'stay' ? `-stay-${nights}n-${guests}g` : '';
  const bought = Object.entries(extras).map(([id, count]) => `${id}-${count}`);
  return [presentation + room, ...bought].join('.');
}

/** Finds a type by any of its spellings: each endpoint has its own. */
export function findPresentationType(
  { presentationTypes }: Prices,
  spelling: string,
): PresentationType | undefined {
  return presentationTypes.find(({ pricing, register, label }) =>
    [pricing, register, label].includes(spelling),
  );
}

/** The days of a ticket of this type; undefined for the whole conference. */
export function ticketDays(
  { presentationTypes }: Pick<Prices, 'presentationTypes'>,
  presentation: string | undefined,
): TicketDays {
  return presentationTypes.find(({ id }) => id === presentation)?.days;
}

/** The name of a recorded extra; the id if the conference no longer offers the extra. */
export function extraLabel({ extras }: Pick<Prices, 'extras'>, id: string): string {
  const whole = extras.find((extra) => extra.whole?.id === id)?.whole;
  return extras.find((extra) => extra.id === id)?.label ?? whole?.label ?? id;
}

/** The name of a recorded type; the id if the conference no longer offers the type. */
export function labelOf({ presentationTypes }: Prices, presentation: string): string {
  return presentationTypes.find(({ id }) => id === presentation)?.label ?? presentation;
}

function isWithin(count: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(count) && count >= least && count <= most;
}
