import { expect, test } from 'vitest';
import { readRange } from './date-range.ts';

const berlin = 'Europe/Berlin';

test.each([
  [berlin, { month: '2026-05' }, '2026-04-30T22:00:00.000Z', '2026-05-31T22:00:00.000Z'],
  // The clocks change on the last Sundays of March and October.
  [berlin, { month: '2026-03' }, '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  [berlin, { month: '2028-02' }, '2028-01-31T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
  [berlin, { year: '2026' }, '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  [
    berlin,
    { from: '2026-10-25', until: '2026-10-25' },
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ],
  // In Santiago the clocks skip the first hour of this day, and repeat the last hour of another.
  [
    'America/Santiago',
    { from: '2026-09-06', until: '2026-09-06' },
    '2026-09-06T04:00:00.000Z',
    '2026-09-07T03:00:00.000Z',
  ],
  [
    'America/Santiago',
    { from: '2026-04-04', until: '2026-04-04' },
    '2026-04-04T03:00:00.000Z',
    '2026-04-05T04:00:00.000Z',
  ],
  ['Asia/Kathmandu', { month: '2026-05' }, '2026-04-30T18:15:00.000Z', '2026-05-31T18:15:00.000Z'],
])('in %s %j begins at %s and ends at %s', (zone, typed, from, until) => {
  expect(readRange(typed, zone)).toMatchObject({ from, until });
});

test.each([berlin, 'America/Santiago', 'Africa/Cairo', 'Asia/Kathmandu'])(
  'the months of a year in %s follow each other, and together they are the year',
  (zone) => {
    const months = Array.from({ length: 12 }, (_, at) =>
      readRange({ month: `2026-${String(at + 1).padStart(2, '0')}` }, zone),
    );
    const year = readRange({ year: '2026' }, zone);
    expect(months[0]?.from).toBe(year?.from);
    expect(months.at(-1)?.until).toBe(year?.until);
    for (const [at, month] of months.slice(1).entries())
      expect(month?.from).toBe(months[at]?.until);
  },
);

test('a range has words for a heading, and both days are in it', () => {
  expect(readRange({ from: '2026-05-01', until: '2026-06-15' }, berlin)).toEqual({
    first: '2026-05-01',
    last: '2026-06-15',
    from: '2026-04-30T22:00:00.000Z',
    until: '2026-06-15T22:00:00.000Z',
    words: '2026-05-01 to 2026-06-15',
  });
  expect(readRange({ month: '2026-02' }, berlin)).toMatchObject({
    last: '2026-02-28',
    words: '2026-02',
  });
  expect(readRange({}, berlin)).toBeUndefined();
});

test.each([
  [{ month: '2026-13' }, '“2026-13” is no month such as 2026-05.'],
  [{ month: 'May' }, '“May” is no month such as 2026-05.'],
  [{ month: '2026-5' }, '“2026-5” is no month such as 2026-05.'],
  [{ year: '26' }, '“26” is no year such as 2026.'],
  [{ year: '1026' }, '“1026” is no year such as 2026.'],
  [{ from: '2026-02-30', until: '2026-03-01' }, '“2026-02-30” is no day such as 2026-05-20.'],
  [{ from: '2026-05-02', until: '2026-05-01' }, 'The range ends on 2026-05-01, before it begins.'],
  [
    { month: '2026-05', year: '2026' },
    'A month, a year and days do not go together: please choose one.',
  ],
])('%j is refused: %s', (typed, words) => {
  expect(() => readRange(typed, berlin)).toThrow(words);
});

test('one day alone leaves the other end open', () => {
  expect(readRange({ until: '2026-05-02' }, berlin)).toMatchObject({
    until: '2026-05-02T22:00:00.000Z',
    words: 'until 2026-05-02',
  });
  expect(readRange({ from: '2026-05-02' }, berlin)).toMatchObject({
    from: '2026-05-01T22:00:00.000Z',
    words: 'since 2026-05-02',
  });
});
