import { expect, test } from 'vitest';
import type { Prices } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withExtras, withPrice } from '#tests/support/fixture-prices.ts';
import { newId } from '#tests/support/seed.ts';
import { offeredChoices } from './offered-choices.ts';
import { positioned } from '#server/orders/rows/order-items.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import { type Choice, priceOf } from './registration-price.ts';

const prices = withExtras(fixtureContent.prices);
const createdAt = '2026-01-10T12:00:00.000Z';
const now = '2026-02-10T12:00:00.000Z';
const over = { until: { at: '2026-02-01T00:00:00.000Z', day: '', words: '', label: '' } };

function offered(
  choice: Partial<Choice>,
  later: Prices = prices,
  full: readonly string[] = [],
  isGift = false,
) {
  const wanted = { registration: 'registration', nights: 0, guests: 0, extras: {}, ...choice };
  const price = priceOf(prices, { presentation: 'speaker', ...wanted } as Choice, createdAt);
  if (!price) throw new Error('the fixture does not offer this');
  const booked = itemsOf(price, 'person');
  const given = booked.map((item) => ({ ...item, unitCents: asCents(0) }));
  const items = positioned(isGift ? given : booked, newId);
  return offeredChoices(later, { items, createdAt }, 'person', { now, full: new Set(full) });
}

test('the booked parts keep their price, and other parts have the present one', () => {
  const dearer = withPrice(withPrice(prices, 'speaker', 50_000), 'poster', 40_000);
  const { types, present } = offered({}, dearer) ?? {};
  expect(present).toMatchObject({ presentation: 'speaker', nights: 0 });
  const cents = Object.fromEntries(types?.map(({ id, unitCents }) => [id, unitCents]) ?? []);
  expect(cents).toMatchObject({ speaker: 39_900, poster: 40_000, student: 19_900 });
});

test('a guest has the price of one night, whatever the nights are', () => {
  const stay = { registration: 'stay', nights: 3, guests: 2 } as const;
  expect(offered(stay)?.room).toMatchObject({
    nightCents: 12_900,
    guestCents: 3500,
    mostNights: 10,
    mostGuests: 10,
    isFull: false,
  });
});

test('parts that are not for sale any more can only be kept or given up', () => {
  const { room } = prices;
  const closed: Prices = {
    ...prices,
    presentationTypes: prices.presentationTypes.map((type) => ({ ...type, opening: over })),
    room: room && { ...room, opening: over },
    extras: prices.extras.map((extra) => ({ ...extra, opening: over })),
  };
  const stay = { registration: 'stay', nights: 3, guests: 1, extras: { dinner: 2 } } as const;
  const { types, extras, room: kept } = offered(stay, closed) ?? {};
  expect(types?.map(({ id }) => id)).toEqual(['speaker']);
  expect(extras).toMatchObject([{ id: 'dinner', most: 2 }]);
  expect(kept).toMatchObject({ mostNights: 3, mostGuests: 1 });
  expect(offered({}, closed)).not.toHaveProperty('room');
  expect(offered({}, closed)?.extras).toEqual([]);
});

test('of a gift there is no more, and everything else has its price', () => {
  const stay = { registration: 'stay', nights: 3, guests: 1, extras: { dinner: 2 } } as const;
  const { extras, room, types } = offered(stay, prices, [], true) ?? {};
  expect(room).toMatchObject({ nightCents: 0, mostNights: 3, mostGuests: 1 });
  expect(extras).toMatchObject([
    { id: 'dinner', unitCents: 0, most: 2 },
    { id: 'tour', unitCents: 2000, most: 1 },
  ]);
  const cents = Object.fromEntries(types?.map(({ id, unitCents }) => [id, unitCents]) ?? []);
  expect(cents).toMatchObject({ speaker: 0, student: 19_900 });
  const alone = offered({ ...stay, guests: 0 }, prices, [], true);
  expect(alone?.room).toMatchObject({ mostNights: 3, guestCents: 3500, mostGuests: 10 });
});

test('parts without places are marked, but not those that the person has', () => {
  const full = ['type:poster', 'type:speaker', 'extra:dinner', 'extra:tour', 'nights'];
  const { types, extras, room } = offered({ extras: { dinner: 1, tour: 1 } }, prices, full) ?? {};
  expect(types?.filter(({ isFull }) => isFull).map(({ id }) => id)).toEqual(['poster']);
  expect(extras?.filter(({ isFull }) => isFull).map(({ id }) => id)).toEqual(['dinner']);
  expect(room?.isFull).toBe(true);
});

test('a type that the conference does not have any more has no effect on other prices', () => {
  const others = prices.presentationTypes.filter(({ id }) => id !== 'speaker');
  const { extras, room } = offered({}, { ...prices, presentationTypes: others }) ?? {};
  expect(extras?.map(({ unitCents }) => unitCents)).toEqual([6500, 2000].map(asCents));
  expect(room?.nightCents).toBe(12_900);
});
