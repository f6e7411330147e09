import { describe, expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { priceOf, priceTable } from './registration-price.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

const given = fixtureContent.prices;
const prices = {
  ...given,
  processingFeePercent: 5,
  presentation: { ...given.presentation, speaker: asCents(39_999), student: asCents(0) },
  room: { night: asCents(12_900), guestPerNight: asCents(3500) },
};

describe('the price of a registration', () => {
  test('alone is its base price and the fee, rounded half up', () => {
    expect(
      priceOf(prices, {
        presentation: 'speaker',
        registration: 'registration',
        nights: 0,
        guests: 0,
      }),
    ).toMatchObject({
      presentationCents: 39_999,
      roomCents: 0,
      feeCents: 2000,
      totalCents: 41_999,
    });
  });

  test('with a room adds each night, and each guest for each night', () => {
    expect(
      priceOf(prices, { presentation: 'speaker', registration: 'stay', nights: 3, guests: 2 }),
    ).toMatchObject({
      roomCents: 3 * (12_900 + 2 * 3500),
      totalCents: Math.round((39_999 + 59_700) * 1.05),
    });
  });

  test('may be nothing', () => {
    expect(
      priceOf(prices, {
        presentation: 'student',
        registration: 'registration',
        nights: 0,
        guests: 0,
      }),
    ).toMatchObject({ totalCents: 0 });
  });

  test('has a stable id of its own for every choice', () => {
    const table = priceTable(prices);
    expect(table.size).toBe(6 + 6 * 10 * 11);
    const dearer = { ...prices, room: { ...prices.room, night: asCents(20_000) } };
    expect([...priceTable(dearer).keys()]).toEqual([...table.keys()]);
    for (const [id, { totalCents, presentationCents, roomCents, feeCents }] of table) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(totalCents).toBe(presentationCents + roomCents + feeCents);
    }
  });
});
