import { expect, test } from 'vitest';
import { busyDays } from '#tests/support/busy-agenda.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { overviewOf, programmeOf } from './programme.ts';

const busy = busyDays().map((day) => ({
  ...day,
  placeholder: undefined,
  date: '2026-05-29',
  dateText: 'May 29, 2026',
}));

test('a large agenda has a search, and filters of what differs', () => {
  const { choices } = programmeOf(busy);
  expect(choices?.hasSearch).toBe(true);
  expect(choices?.tracks).toHaveLength(5);
  expect(choices?.topics).toHaveLength(5);
});

test('a short agenda without parallel items has nothing to choose', () => {
  expect(programmeOf(fixtureContent.agenda.days).choices).toBeUndefined();
});

test('a few parallel items can be starred, and one track is no choice', () => {
  const few = busy.slice(0, 1).map((day) => ({
    ...day,
    items: day.items.filter(({ id }) => id === 'talk-1' || id === 'talk-6'),
  }));
  const choices = { hasSearch: false, tracks: ['Coatings', 'Green synthesis'], topics: [] };
  expect(programmeOf(few).choices).toMatchObject({ ...choices, topics: expect.any(Array) });
  const oneTrack = few.map((day) => ({
    ...day,
    items: day.items.map((item) => ({ ...item, track: 'Coatings', topic: undefined })),
  }));
  expect(programmeOf(oneTrack).choices).toEqual({ ...choices, tracks: [] });
});

test('the home page shows of a long day what is for everybody', () => {
  const [day] = overviewOf(busy);
  expect(day?.items.map(({ title }) => title)).toEqual([
    'Coffee',
    'Plenary lecture 1: polymers for a planet with limits',
    'Lunch',
    'Posters',
  ]);
  expect(overviewOf(fixtureContent.agenda.days)).toEqual(fixtureContent.agenda.days);
});
