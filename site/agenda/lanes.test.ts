import { expect, test } from 'vitest';
import { busyDays } from '#tests/support/busy-agenda.ts';
import { overlap } from '#contract/content/shapes/agenda-shape.ts';
import { lanesOf } from './lanes.ts';

const at = (hours: string, more: { track?: string; room?: string } = {}) => {
  const [start = '', end = ''] = hours.split('-');
  return { start, end, ...more };
};

/** "column+columns/rows" of each item, in order. */
const drawn = (...items: ReturnType<typeof at>[]) => {
  const { lanes, columns, placed } = lanesOf(items);
  return {
    lanes: lanes.map((lane) => `${lane.name} ${lane.columns}`),
    columns,
    places: placed.map(
      ({ item, place }) => `${item.start} ${place.column}+${place.columns}/${place.rows}`,
    ),
  };
};

test('tracks are columns, what belongs to none goes across, and a long item takes several rows', () => {
  const [A, B] = [{ track: 'A' }, { track: 'B' }];
  expect(
    drawn(
      at('09:00-10:00'),
      at('10:00-11:00', B),
      at('10:00-10:20', A),
      at('10:20-10:40', A),
      at('10:40-11:00', A),
      at('11:00-11:30'),
    ),
  ).toEqual({
    lanes: ['B 1', 'A 1'],
    columns: 2,
    places: [
      '09:00 1+2/1',
      '10:00 1+1/3',
      '10:00 2+1/1',
      '10:20 2+1/1',
      '10:40 2+1/1',
      '11:00 1+2/1',
    ],
  });
});

test('without tracks the rooms are columns, and a lecture that is alone goes across', () => {
  const [A, B] = [{ room: 'A' }, { room: 'B' }];
  expect(drawn(at('09:00-10:00', A), at('10:00-11:00', A), at('10:00-10:30', B))).toEqual({
    lanes: ['A 1', 'B 1'],
    columns: 2,
    places: ['09:00 1+2/1', '10:00 1+1/1', '10:00 2+1/1'],
  });
});

test('what runs one after the other has no columns, and neither has a day with too many at once', () => {
  expect(drawn(at('09:00-10:00'), at('10:00-11:00')).columns).toBe(0);
  expect(drawn(at('09:00-10:00', { track: 'A' }), at('10:00-11:00')).columns).toBe(0);
  const many = Array.from({ length: 7 }, (_, n) => at('09:00-10:00', { track: String(n) }));
  expect(drawn(...many)).toMatchObject({ lanes: [], columns: 0 });
});

test('two items of one track at one time share its width, and its other items take the whole width', () => {
  const [A, B] = [{ track: 'A' }, { track: 'B' }];
  expect(
    drawn(at('09:00-10:00', A), at('09:30-10:30', A), at('10:30-11:00', A), at('09:00-11:00', B)),
  ).toEqual({
    lanes: ['A 2', 'B 1'],
    columns: 3,
    places: ['09:00 1+1/2', '09:00 3+1/3', '09:30 2+1/1', '10:30 1+2/1'],
  });
});

test('a desk that is open beside the talks gets the free columns, or a column of its own', () => {
  const [A, B] = [{ track: 'A' }, { track: 'B' }];
  expect(drawn(at('09:00-10:00', A), at('09:00-10:00'), at('10:00-11:00', B)).places).toEqual([
    '09:00 1+1/1',
    '09:00 2+1/1',
    '10:00 2+1/1',
  ]);
  expect(drawn(at('09:00-10:00', A), at('09:00-10:00', B), at('08:30-18:00'))).toMatchObject({
    columns: 3,
    places: ['08:30 3+1/2', '09:00 1+1/1', '09:00 2+1/1'],
  });
});

test('no two items of a large agenda lie on each other, also not those that end after midnight', () => {
  for (const { items } of busyDays(12)) {
    const { placed } = lanesOf([...items, at('23:00-01:00'), at('23:30-00:30', { room: 'X' })]);
    for (const one of placed) {
      for (const other of placed) {
        if (one === other || !overlap(one.item, other.item)) continue;
        const isBeside =
          one.place.column >= other.place.column + other.place.columns ||
          other.place.column >= one.place.column + one.place.columns;
        expect(isBeside, JSON.stringify([one, other])).toBe(true);
      }
    }
  }
});
