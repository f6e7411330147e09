import * as z from 'zod/mini';
import type { Prices } from '#contract/content.ts';
import { add, asCents, type Cents, feeOn } from '#contract/money.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import { feeLine, type Order, type OrderLine } from './orders.ts';
import type { Places } from './places.ts';
import { linesBeforeFee, linesOf, productNameOf } from './registration-lines.ts';
import type { RegistrationPrice } from './registration-price.ts';
import { placesFor } from './sale.ts';

const Amount = z.pipe(z.number(), z.transform(asCents));

const Price = z.object({
  id: z.string(),
  presentation: z.string(),
  label: z.string(),
  phase: z.optional(z.string()),
  registration: z.pipe(
    z.enum(['registration', 'stay']),
    z.transform((type): RegistrationType => type),
  ),
  nights: z.number(),
  guests: z.number(),
  stay: z.optional(
    z.object({ hotel: z.string(), from: z.optional(z.string()), until: z.optional(z.string()) }),
  ),
  extras: z.array(
    z.object({ id: z.string(), label: z.string(), count: z.number(), cents: Amount }),
  ),
  presentationCents: Amount,
  roomCents: Amount,
  feePercent: z.number(),
  feeCents: Amount,
  totalCents: Amount,
});

const GroupPrices = z.object({
  people: z.record(z.string(), Price),
  feeCents: Amount,
  totalCents: Amount,
});

/** What people have booked by an order, as organisers may have changed it since, and what that costs. */
export type Booking = {
  /** By the id of the registration. */
  people: ReadonlyMap<string, RegistrationPrice>;
  feeCents: Cents;
  totalCents: Cents;
};

/** What is booked by an order; nobody by one of another kind. */
export function bookingOf({
  kind,
  subjectId,
  priceSnapshot,
  feeCents,
  amountCents,
}: Order): Booking {
  if (kind === 'group') {
    const { people, ...sums } = GroupPrices.parse(priceSnapshot);
    return {
      people: new Map(Object.entries(people).map(([id, price]) => [id, whole(price)])),
      ...sums,
    };
  }
  if (kind !== 'registration') return { people: new Map(), feeCents, totalCents: amountCents };
  const price = whole(Price.parse(priceSnapshot));
  return {
    people: new Map([[subjectId, price]]),
    feeCents: price.feeCents,
    totalCents: price.totalCents,
  };
}

/** The choice that an order over a change is for. */
export function paidPriceOf({ priceSnapshot }: Order): RegistrationPrice {
  return whole(z.object({ price: Price }).parse(priceSnapshot).price);
}

function whole(price: z.output<typeof Price>): RegistrationPrice {
  return { ...price, phase: price.phase };
}

/** What several people cost together: there is one fee on the sum. */
export function groupBooking({ fee }: Prices, people: Booking['people']): Booking {
  const before = [...people.values()].map(({ totalCents, feeCents }) =>
    asCents(totalCents - feeCents),
  );
  const feeCents = feeOn(add(...before), fee);
  return { people, feeCents, totalCents: add(...before, feeCents) };
}

/** A booking as the order keeps it. */
export function snapshotOf(kind: Order['kind'], booking: Booking): Record<string, unknown> {
  const { people, feeCents, totalCents } = booking;
  if (kind === 'group') return { people: Object.fromEntries(people), feeCents, totalCents };
  const [price] = people.values();
  return { ...price };
}

/** What all of them take of what may be limited. */
export function placesOfAll(people: Booking['people']): Places {
  const sum: Record<string, number> = {};
  for (const price of people.values()) {
    for (const [kind, count] of Object.entries(placesFor(price))) {
      sum[kind] = (sum[kind] ?? 0) + count;
    }
  }
  return sum;
}

/** The lines of a group: each person's, with the name, and one fee. */
export function groupLines(
  { fee, currency }: Prices,
  { people, feeCents }: Booking,
  nameOf: (id: string) => string | undefined,
): OrderLine[] {
  return [
    ...[...people].flatMap(([about, price]) => linesOfMember(about, price, nameOf(about))),
    ...feeLine(fee, feeCents, currency),
  ];
}

function linesOfMember(
  about: string,
  price: RegistrationPrice,
  name: string | undefined,
): OrderLine[] {
  return linesBeforeFee(price).map((line) => ({
    ...line,
    ...(name !== undefined && { statedByPayer: name }),
    about,
  }));
}

/**
 * What an order is for once somebody in it takes part as something else. Its lines follow where they still add up to what
 * was paid; otherwise they tell what was paid.
 */
export function rebooked(
  prices: Prices,
  order: Order,
  registrationId: string,
  { price, booking }: { price: RegistrationPrice; booking: Booking },
): Pick<Order, 'productName' | 'lines' | 'priceSnapshot'> {
  const isGroup = order.kind === 'group';
  const lines = isGroup ? withMember(order.lines, registrationId, price) : linesOf(prices, price);
  return {
    productName: isGroup ? order.productName : productNameOf(price),
    lines: sumOf(lines) === order.amountCents ? lines : order.lines,
    priceSnapshot: snapshotOf(order.kind, booking),
  };
}

/** The lines of a group with those of one person in place of the old ones. */
function withMember(
  lines: readonly OrderLine[],
  about: string,
  price: RegistrationPrice,
): OrderLine[] {
  const first = lines.findIndex((line) => line.about === about);
  const others = lines.filter((line) => line.about !== about);
  const changed = linesOfMember(about, price, lines[first]?.statedByPayer);
  return [...others.slice(0, first), ...changed, ...others.slice(first)];
}

function sumOf(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}

/** What somebody takes part as, in a line. */
export function partWords(price: RegistrationPrice): string {
  return linesBeforeFee(price)
    .map(({ words }) => words)
    .join('; ');
}

/** What one choice takes beyond another, of what may be limited. */
export function morePlaces(than: RegistrationPrice, wanted: RegistrationPrice): Places {
  const taken = placesFor(than);
  return Object.fromEntries(
    Object.entries(placesFor(wanted))
      .map(([kind, count]) => [kind, count - (taken[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}
