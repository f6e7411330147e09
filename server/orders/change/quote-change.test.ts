import { describe, expect, test } from 'vitest';
import type { Prices } from '#contract/content.ts';
import { asCents, feeOn } from '#contract/money.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { newId } from '#tests/support/seed.ts';
import { inOneLine, lineParts, roomWords, withGuests } from '#server/orders/rows/item-words.ts';
import { feeIn, feeItem, positioned, sumOf } from '#server/orders/rows/order-items.ts';
import type { Order } from '#server/orders/rows/orders.ts';
import { itemsAfter, partWords, quoteChange, quoteRemoval } from './quote-change.ts';
import { itemsOf } from '#server/orders/rows/registration-items.ts';
import { type Choice, priceOf } from '#server/orders/sell/registration-price.ts';

const { prices } = fixtureContent;
const now = '2026-01-10T12:00:00.000Z';
const speaker: Choice = {
  presentation: 'speaker',
  registration: 'registration',
  nights: 0,
  guests: 0,
  extras: {},
};
const stay = (nights: number, guests = 0): Choice => ({
  ...speaker,
  registration: 'stay',
  nights,
  guests,
});

/** An order of some people by the prices of the fixture. */
function orderOf(choices: Record<string, Choice>): Pick<Order, 'items'> & Order {
  const before = Object.entries(choices).flatMap(([id, choice]) => {
    const price = priceOf(prices, choice, now);
    if (!price) throw new Error('the fixture offers nothing of the kind');
    return itemsOf(price, id);
  });
  const feeCents = feeOn(sumOf(before), prices.fee, prices.currency);
  const items = positioned(
    [...before, ...feeItem(feeIn(prices), feeCents, prices.currency)],
    newId,
  );
  return {
    id: 'order',
    offeredBy: 'office',
    participantIds: Object.keys(choices),
    reference: 'PS26-0000-0000',
    dedupeKey: 'key',
    version: 1,
    amountCents: sumOf(items),
    feeCents,
    fee: feeIn(prices),
    statesTax: false,
    currency: prices.currency,
    productName: 'Registration',
    items,
    customer: { name: '', email: '', phone: '', institute: '', country: '' },
    language: 'en',
    state: 'CONFIRMED',
    paidPaymentId: undefined,
    receiptToken: 'token',
    pageToken: 'page',
    cancelledAt: undefined,
    createdAt: now,
  };
}

/** Everything costs more by now. */
const dearer: Prices = {
  ...['speaker', 'exhibitor'].reduce((all, type) => withPrice(all, type, 99_900), prices),
  ...(prices.room && {
    room: { ...prices.room, night: [asCents(20_000)], guestPerNight: [asCents(7000)] },
  }),
};

// The order's prices are 399 for a speaker, 129 for a night and 35 for a guest for a night; the fee is 5 %.
test.each<[string, Choice, Choice, number]>([
  ['one night more', stay(3), stay(4), 12_900],
  ['one night less', stay(3), stay(2), -12_900],
  ['one night more with a guest', stay(3, 1), stay(4, 1), 12_900 + 3500],
  ['one guest more', stay(3, 1), stay(3, 2), 3 * 3500],
  ['no room', stay(3, 1), speaker, -3 * (12_900 + 3500)],
  ['another type', stay(3, 1), { ...stay(3, 1), presentation: 'exhibitor' }, 99_900 - 39_900],
  ['a room', speaker, stay(2), 2 * 20_000],
])('after all prices have risen, %s costs only the difference', (_, from, to, cents) => {
  const order = orderOf({ ada: from });
  const quote = quoteChange(dearer, order, 'ada', to);
  const fee = feeOn(
    asCents(order.amountCents - order.feeCents + cents),
    prices.fee,
    prices.currency,
  );
  expect(quote?.feeDifferenceCents).toBe(fee - order.feeCents);
  expect(quote?.differenceCents).toBe(cents + fee - order.feeCents);
  expect(quote?.keepsOldPrices).toBe(true);
});

test('an unchanged choice changes nothing', () => {
  const quote = quoteChange(prices, orderOf({ ada: stay(3, 1) }), 'ada', stay(3, 1));
  expect(quote).toEqual({
    replaced: [],
    added: [],
    differenceCents: 0,
    feeDifferenceCents: 0,
    keepsOldPrices: false,
    addsToGift: false,
  });
});

describe('in a group', () => {
  const order = orderOf({ ada: stay(3), bo: speaker });

  test('one person changes, and the other stays as ordered', () => {
    const quote = quoteChange(prices, order, 'bo', { ...speaker, presentation: 'poster' });
    if (!quote) throw new Error('the fixture offers no poster');
    expect(quote.replaced.map(({ participantId }) => participantId)).toEqual(['bo']);
    expect(partWords(itemsAfter(order, 'bo', quote))).toBe('Registration (Poster)');
    expect(partWords(itemsAfter(order, 'ada', quote))).toContain('Room, 3 nights');
  });

  test('the removal of one person removes all items of this person, and the fee for the others is left', () => {
    const { replaced, added, differenceCents } = quoteRemoval(order, ['ada']);
    expect(replaced.map(({ kind }) => kind)).toEqual(['registration', 'room']);
    expect(added).toEqual([]);
    const left = 39_900 + feeOn(asCents(39_900), prices.fee, prices.currency);
    expect(differenceCents).toBe(left - order.amountCents);
  });
});

test.each([
  ['Room, {nights}{guests} ({stay})', 'Room, 2 nights, 1 guest', true],
  ['Zimmer（{nights}{guests}）（{stay}）', 'Zimmer（2 nights, 1 guest）', true],
  ['{nights}{guests} – {stay}', '2 nights, 1 guest', true],
  // A label with the hotel in its middle stays one line.
  [
    '{stay}: {nights}{guests}',
    'Inn, Rome: Thu May 28 to Sat May 30, 2026: 2 nights, 1 guest',
    false,
  ],
  ['{nights}{guests}', '2 nights, 1 guest', false],
])(
  'the hotel of a room in the words %j stands below them if it ends them',
  (room, line, isBelow) => {
    const stayed = { hotel: 'Inn, Rome', from: '2026-05-28', until: '2026-05-30' };
    const words = { ...prices.words, orders: { ...prices.words.orders, room } };
    const whole = withGuests(roomWords(words, 2, stayed), ['1 guest']);
    const where = 'Inn, Rome: Thu May 28 to Sat May 30, 2026';
    expect(lineParts(whole)).toEqual({ line, stay: isBelow ? where : undefined });
  },
);

test('the words of an order of an earlier version stay as they are', () => {
  const words = 'Room, 2 nights (Inn, Rome: Thu May 28 to Sat May 30, 2026)';
  expect(lineParts(words)).toEqual({ line: words, stay: undefined });
  expect(inOneLine(words)).toBe(words);
  expect(inOneLine('Room, 2 nights\nInn, Rome')).toBe('Room, 2 nights (Inn, Rome)');
});
