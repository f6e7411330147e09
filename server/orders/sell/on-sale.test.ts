import { expect, test } from 'vitest';
import type { Opening } from '#contract/content/opening.ts';
import { asCents } from '#contract/money.ts';
import { refuseClosed } from '#server/opening.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { refuseClosedItems } from './on-sale.ts';

const BEFORE = '2026-03-10T16:59:59.999Z';
const AT = '2026-03-10T17:00:00.000Z';
const moment = { at: AT, day: 'that day', words: 'that day', label: '' };

const booked = [
  { kind: 'registration', item: 'poster' },
  { kind: 'room', item: '' },
  { kind: 'extra', item: 'dinner' },
] as const;

/** A purchase of everything at a moment, with these hours for one of its parts. */
function bookedAt(now: string, part: string, hours: Opening): () => void {
  const { conference, prices } = fixtureContent;
  const hoursOf = (name: string) => (name === part ? hours : {});
  const { room } = prices;
  const sale = {
    content: {
      ...fixtureContent,
      conference: {
        ...conference,
        opening: { ...conference.opening, registration: hoursOf('Registration') },
      },
      prices: {
        ...prices,
        presentationTypes: prices.presentationTypes.map((type) => ({
          ...type,
          opening: hoursOf(`Registration as ${type.label}`),
        })),
        room: room && { ...room, opening: hoursOf('Accommodation') },
        extras: [
          {
            id: 'dinner',
            label: 'Conference dinner',
            price: [asCents(6500)],
            most: 1,
            opening: hoursOf('Conference dinner'),
          },
        ],
      },
    },
    clock: () => new Date(now),
  };
  return () => refuseClosedItems(sale, booked);
}

const parts = ['Registration', 'Registration as Poster', 'Accommodation', 'Conference dinner'];

test.each(parts)('%s is open up to the last millisecond, and closed from its end on', (part) => {
  const hours = { until: moment };
  expect(bookedAt(BEFORE, part, hours)).not.toThrow();
  expect(bookedAt(AT, part, hours)).toThrow(`${part} closed that day. Please write to `);
});

test.each(parts)('%s is closed up to the last millisecond, and open from its moment on', (part) => {
  const hours = { from: moment };
  expect(bookedAt(BEFORE, part, hours)).toThrow(`${part} opens that day. Please write to `);
  expect(bookedAt(AT, part, hours)).not.toThrow();
});

test('abstracts and agreed amounts close at the same instant', () => {
  const ask = (now: string) => () =>
    refuseClosed(
      fixtureContent,
      () => ({ what: 'It', when: { until: moment } }),
      () => new Date(now),
    );
  expect(ask(BEFORE)).not.toThrow();
  expect(ask(AT)).toThrow(
    `It closed that day. Please write to ${fixtureContent.conference.secretary.email}.`,
  );
});
