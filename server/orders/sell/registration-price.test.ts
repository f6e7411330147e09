import { describe, expect, test } from 'vitest';
import type { Prices } from '#contract/content.ts';
import { asCents } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { type Choice, findPrice, priceOf } from './registration-price.ts';

const now = '2026-02-01T12:00:00.000Z';
const prices = withPrice(withPrice(fixtureContent.prices, 'speaker', 39_999), 'student', 0);
const alone: Choice = {
  presentation: 'speaker',
  registration: 'registration',
  nights: 0,
  guests: 0,
  extras: {},
};

describe('the price of a registration', () => {
  test('alone is its base price and the fee, rounded half up', () => {
    expect(priceOf(prices, alone, now)).toMatchObject({
      id: 'speaker',
      presentationCents: 39_999,
      roomCents: 0,
      feeCents: 2000,
      totalCents: 41_999,
    });
  });

  test('with a room adds each night, and each guest for each night', () => {
    const choice: Choice = { ...alone, registration: 'stay', nights: 3, guests: 2 };
    expect(priceOf(prices, choice, now)).toMatchObject({
      id: 'speaker-stay-3n-2g',
      roomCents: 3 * (12_900 + 2 * 3500),
      totalCents: Math.round((39_999 + 59_700) * 1.05),
    });
  });

  test('may be 0.00', () => {
    const choice: Choice = { ...alone, presentation: 'student' };
    expect(priceOf(prices, choice, now)).toMatchObject({ totalCents: 0 });
  });

  test('has one id for each choice, which finds the price and does not change with the prices', () => {
    const dearer = withPrice(prices, 'speaker', 99_900);
    const ids = new Set<string>();
    for (const { id: presentation } of prices.presentationTypes) {
      for (let nights = 0; nights <= 10; nights++) {
        for (let guests = 0; guests <= (nights === 0 ? 0 : 10); guests++) {
          const registration = nights === 0 ? 'registration' : 'stay';
          const price = priceOf(
            prices,
            { ...alone, presentation, registration, nights, guests },
            now,
          );
          if (!price) throw new Error(`${presentation} has no price`);
          expect(price.id).toMatch(/^[a-z0-9.-]+$/);
          expect(price.totalCents).toBe(price.presentationCents + price.roomCents + price.feeCents);
          expect(findPrice(prices, price.id, now)).toEqual(price);
          expect(findPrice(dearer, price.id, now)?.id).toBe(price.id);
          ids.add(price.id);
        }
      }
    }
    expect(ids.size).toBe(6 + 6 * 10 * 11);
  });

  test.each([
    'nobody',
    'speaker-stay-0n-0g',
    'speaker-stay-11n-0g',
    'speaker-stay-1n-11g',
    'speaker-stay-01n-0g',
    'speaker-stay-3n',
    'speaker.dinner-1',
    'speaker.',
    '',
    '-stay-1n-0g',
    '__proto__',
  ])('does not exist for the id %j', (id) => {
    expect(findPrice(prices, id, now)).toBeUndefined();
  });
});

describe('extras', () => {
  const dinner = { id: 'dinner', label: 'Conference dinner', price: [asCents(6500)], most: 4 };
  const tour = { id: 'city-tour-2', label: 'City tour', price: [asCents(1000)], most: 1 };
  const opening = {};
  const festive: Prices = {
    ...prices,
    extras: [
      { ...dinner, text: undefined, places: undefined, opening },
      { ...tour, text: undefined, places: undefined, opening },
    ],
  };

  test('are added to the price, and to the id in the order of prices.yaml', () => {
    const choice = { ...alone, extras: { 'city-tour-2': 1, dinner: 2 } };
    const price = priceOf(festive, choice, now);
    expect(price).toMatchObject({
      id: 'speaker.dinner-2.city-tour-2-1',
      extras: [
        { id: 'dinner', count: 2, unitCents: 6500 },
        { id: 'city-tour-2', count: 1, unitCents: 1000 },
      ],
      totalCents: Math.round((39_999 + 14_000) * 1.05),
    });
    expect(findPrice(festive, price?.id ?? '', now)).toEqual(price);
  });

  test('with a count of 0 do not change the id', () => {
    expect(priceOf(festive, { ...alone, extras: { dinner: 0 } }, now)?.id).toBe('speaker');
  });

  test.each([
    'speaker.dinner-5',
    'speaker.dinner-0',
    'speaker.city-tour-2-1.dinner-2',
    'speaker.boat-1',
  ])('have no price as %s', (id) => {
    expect(findPrice(festive, id, now)).toBeUndefined();
  });
});

test('prices by date change with the millisecond, and the id stays', () => {
  const until = (at: string) => ({ at, day: '', words: '', label: '' });
  const early: Prices = {
    ...withPrice(prices, 'speaker', 0),
    phases: [
      { name: 'Early', until: until('2026-01-15T23:00:00.000Z') },
      { name: 'Late', until: undefined },
    ],
    presentationTypes: prices.presentationTypes.map((type) => ({
      ...type,
      price: [asCents(10_000), asCents(20_000)],
    })),
  };
  expect(findPrice(early, 'speaker', '2026-01-15T22:59:59.999Z')).toMatchObject({
    phase: 'Early',
    presentationCents: 10_000,
  });
  expect(findPrice(early, 'speaker', '2026-01-15T23:00:00.000Z')).toMatchObject({
    phase: 'Late',
    presentationCents: 20_000,
  });
});
