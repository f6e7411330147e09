import type { Prices } from '../content.ts';
import { amountWithCode, type Cents } from '../money.ts';
import type { Contradiction } from './contradicting-deadlines.ts';

type Thing = { id: string; label: string; price: readonly Cents[]; path: (string | number)[] };

/**
 * Prices that are perhaps mistyped by a digit: far from those of the other types, of another phase, or of the same thing
 * in the `published` prices. A price in `unusual` is meant.
 */
export function doubtfulPrices(prices: Prices, published?: Prices): Contradiction[] {
  const { currency, unusual } = prices;
  const money = (cents: Cents) => amountWithCode(cents, currency);
  const types = typesIn(prices);
  const before = published?.currency.code === currency.code ? thingsIn(published) : [];
  return thingsIn(prices).flatMap((thing): Contradiction[] => {
    const { id, label, path, price } = thing;
    const old = before.find((other) => other.id === id);
    const others = types.filter((type) => type.id !== id);
    const isType = types.some((type) => type.id === id);
    for (const [phase, cents] of price.entries()) {
      if (cents === 0 || unusual.includes(cents)) continue;
      const was = old?.price[phase];
      const usual = isType ? medianOf(others.map((type) => type.price[phase])) : undefined;
      const [first] = price;
      const reason = isFar(cents, was)
        ? `was ${money(was)} before`
        : isFar(cents, usual)
          ? `is far from the ${money(usual)} of the other types`
          : isFar(cents, first)
            ? `is far from the ${money(first)} of another phase`
            : undefined;
      if (reason === undefined) continue;
      const words = `${label} costs ${money(cents)}, which ${reason}: if that is meant, add the amount to unusual_prices`;
      return [{ file: 'prices', path, words }];
    }
    return [];
  });
}

/** The ratio from which two amounts are probably not the same with another digit. */
const FAR = 6;

function isFar(cents: Cents, other: Cents | undefined): other is Cents {
  return other !== undefined && other > 0 && (cents * FAR <= other || cents >= other * FAR);
}

function typesIn({ presentationTypes }: Prices): Thing[] {
  return presentationTypes.map(({ id, label, price }, at) => ({
    id: `type:${id}`,
    label,
    price,
    path: ['presentationTypes', at, 'price'],
  }));
}

function thingsIn(prices: Prices): Thing[] {
  const { room, extras } = prices;
  return [
    ...typesIn(prices),
    ...(room
      ? [
          { id: 'night', label: 'A night', price: room.night, path: ['room', 'night'] },
          {
            id: 'guest',
            label: 'A guest for a night',
            price: room.guestPerNight,
            path: ['room', 'guestPerNight'],
          },
        ]
      : []),
    ...extras.map(({ id, label, price }) => ({
      id: `extra:${id}`,
      label,
      price,
      path: ['extras'],
    })),
  ];
}

/** The amount in the middle of those that are not free; of two, the lower one. */
function medianOf(amounts: readonly (Cents | undefined)[]): Cents | undefined {
  const paid = amounts.filter((cents) => cents !== undefined && cents > 0);
  return paid.toSorted((a, b) => (a ?? 0) - (b ?? 0))[Math.floor((paid.length - 1) / 2)];
}
