import { expect, test } from 'vitest';
import { moments } from './labels/moments.ts';
import { dayAfter, dayOf } from './calendar-days.ts';
import {
  endByClock,
  instantOf,
  localTime,
  moment,
  openingIn,
  withoutZone,
  lastMinute,
} from './moments.ts';
import { closedWords, hoursWords, stateOf } from './opening.ts';

test.each([
  ['2026-05-29', '08:00', 'Europe/Berlin', '2026-05-29T08:00:00+02:00'],
  ['2026-01-15', '08:00', 'Europe/Berlin', '2026-01-15T08:00:00+01:00'],
  // The clocks change at two in the morning.
  ['2026-03-29', '01:30', 'Europe/Berlin', '2026-03-29T01:30:00+01:00'],
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
  ['2026-05-29', '09:15', 'Asia/Kathmandu', '2026-05-29T09:15:00+05:45'],
  ['2026-05-29', '09:15', 'UTC', '2026-05-29T09:15:00+00:00'],
  ['2026-05-29', '09:15', 'Pacific/Kiritimati', '2026-05-29T09:15:00+14:00'],
  ['2026-05-29', '09:15', 'Etc/GMT+12', '2026-05-29T09:15:00-12:00'],
])('%s %s in %s is %s', (date, time, zone, local) => {
  expect(localTime(date, time, zone)).toBe(local);
});

test.each([
  // The clocks skip midnight, west and east of Greenwich: the day begins at one.
  ['2027-03-14 00:00 America/Havana', '2027-03-14T05:00:00.000Z'],
  ['2027-09-05 00:00 America/Santiago', '2027-09-05T04:00:00.000Z'],
  ['2027-03-28 00:00 Atlantic/Azores', '2027-03-28T01:00:00.000Z'],
  ['2024-10-06 00:00 America/Asuncion', '2024-10-06T04:00:00.000Z'],
  ['2027-03-28 00:00 Asia/Beirut', '2027-03-27T22:00:00.000Z'],
  ['2027-04-30 00:00 Africa/Cairo', '2027-04-29T22:00:00.000Z'],
  ['2021-03-28 00:00 America/Scoresbysund', '2021-03-28T01:00:00.000Z'],
  // The whole day is skipped, and the next begins at once.
  ['2011-12-30 00:00 Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31 00:00 Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  // Midnight comes twice, or the hour before it: the day begins with the first.
  ['2027-11-07 00:00 America/Havana', '2027-11-07T04:00:00.000Z'],
  ['2027-10-31 00:00 Atlantic/Azores', '2027-10-31T00:00:00.000Z'],
  ['2027-04-04 00:00 America/Santiago', '2027-04-04T04:00:00.000Z'],
  ['2027-10-31 00:00 Asia/Beirut', '2027-10-30T22:00:00.000Z'],
  ['2027-10-29 00:00 Africa/Cairo', '2027-10-28T22:00:00.000Z'],
  // By day: a skipped hour, a repeated one, half an hour, and two hours.
  ['2026-03-29 02:30 Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25 02:30 Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-04 02:15 Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['2026-04-05 01:45 Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ['2027-03-28 02:00 Antarctica/Troll', '2027-03-28T02:00:00.000Z'],
])('%s is %s', (written, instant) => {
  const [day = '', time = '', zone = ''] = written.split(' ');
  expect(new Date(localTime(day, time, zone)).toISOString()).toBe(instant);
});

test('each day of a year begins at its first moment, also where the clocks change at midnight', () => {
  for (const timeZone of [
    'America/Havana',
    'America/Santiago',
    'Atlantic/Azores',
    'Africa/Cairo',
  ]) {
    for (let nth = 0; nth < 366; nth++) {
      const day = dayAfter('2027-01-01', nth);
      const begins = Date.parse(instantOf(day, '00:00', timeZone));
      expect([dayOf(new Date(begins - 1), timeZone), dayOf(new Date(begins), timeZone)]).toEqual([
        dayAfter(day, -1),
        day,
      ]);
    }
  }
});

const zone = { timezone: 'Europe/Berlin', language: 'en', phrases: moments };
const readOpening = (from?: string, until?: string) =>
  openingIn(zone, {
    ...(from && { from: moment.parse(from) }),
    ...(until && { until: moment.parse(until) }),
  });

test('a day without a time is open until its midnight, by the clock of the conference', () => {
  const { from, until } = readOpening('2025-11-01', '2026-03-28');
  expect(from?.at).toBe('2025-10-31T23:00:00.000Z');
  // The instant is the midnight at the end of that day. The clocks change one night later.
  expect(until?.at).toBe('2026-03-28T23:00:00.000Z');
  expect(readOpening(undefined, '2026-03-29').until?.at).toBe('2026-03-29T22:00:00.000Z');
});

test('the form is open until the last millisecond before the moment, and closed at the moment', () => {
  const opening = readOpening('2026-01-01 09:00', '2026-03-10 18:00');
  expect(stateOf(opening, '2026-01-01T07:59:59.999Z')).toBe('before');
  expect(stateOf(opening, '2026-01-01T08:00:00.000Z')).toBe('open');
  expect(stateOf(opening, '2026-03-10T16:59:59.999Z')).toBe('open');
  expect(stateOf(opening, '2026-03-10T17:00:00.000Z')).toBe('over');
  expect(stateOf({}, '2026-03-10T17:00:00.000Z')).toBe('open');
});

test('the texts name the day, the time and the time zone', () => {
  const opening = readOpening('2026-01-01 09:00', '2026-03-10');
  expect(closedWords(moments, 'Registration', opening, '2025-12-31T00:00:00.000Z')).toBe(
    'Registration opens on January 1, 2026 at 09:00 (Europe/Berlin).',
  );
  expect(closedWords(moments, 'Registration', opening, '2026-05-01T00:00:00.000Z')).toBe(
    'Registration closed at the end of March 10, 2026 (Europe/Berlin).',
  );
  expect(closedWords(moments, 'Registration', opening, '2026-02-01T00:00:00.000Z')).toBeUndefined();
  expect(hoursWords(moments, 'Registration', opening)).toBe(
    'Registration opens on January 1, 2026 at 09:00 (Europe/Berlin) and closes at the end of March 10, 2026 (Europe/Berlin).',
  );
  expect(hoursWords(moments, 'Registration', readOpening(undefined, '2026-03-10'))).toBe(
    'Registration closes at the end of March 10, 2026 (Europe/Berlin).',
  );
});

test('languages other than English name the time zone in their own way', () => {
  const until = (text: string) =>
    openingIn({ ...zone, language: 'de' }, { until: moment.parse(text) }).until?.label;
  expect(until('2026-03-10')).toBe('10. März 2026 (MEZ)');
  expect(until('2026-05-10 18:00')).toBe('10. Mai 2026 at 18:00 (MESZ)');
  expect(until('2026-05-10 18:00 America/New_York')).toBe('10. Mai 2026 at 18:00 (GMT-4)');
  expect(until('2026-05-10 AoE')).toBe('10. Mai 2026 (anywhere on Earth)');
});

test('an end at midnight is listed as the minute before, and any other as it is', () => {
  const listed = (text: string) =>
    lastMinute(readOpening(undefined, text).until?.at ?? '', 'Europe/Berlin');
  expect(listed('2026-03-10')).toBe('2026-03-10T22:59:00.000Z');
  expect(listed('2026-03-10 18:00')).toBe('2026-03-10T17:00:00.000Z');
  expect(listed('2026-05-20 AoE')).toBe('2026-05-21T12:00:00.000Z');
});

test('a moment may have a time zone of its own, and AoE ends when the day has ended everywhere', () => {
  const until = (text: string) => readOpening(undefined, text).until;
  expect(until('2026-05-20 AoE')).toEqual({
    at: '2026-05-21T12:00:00.000Z',
    day: 'May 20, 2026',
    words: 'at the end of May 20, 2026 (anywhere on Earth)',
    label: 'May 20, 2026 (anywhere on Earth)',
  });
  expect(until('2026-05-20 18:00 AoE')).toEqual({
    at: '2026-05-21T06:00:00.000Z',
    day: 'May 20, 2026',
    words: 'on May 20, 2026 at 18:00 (anywhere on Earth)',
    label: 'May 20, 2026 at 18:00 (anywhere on Earth)',
  });
  expect(until('2026-05-20 18:00 America/New_York')).toEqual({
    at: '2026-05-20T22:00:00.000Z',
    day: 'May 20, 2026',
    words: 'on May 20, 2026 at 18:00 (America/New_York)',
    label: 'May 20, 2026 at 18:00 (America/New_York)',
  });
});

test.each([
  ['2026-05-15 AoE', 'en', 'on May 16, 2026 at 14:00 (Europe/Berlin)', 'May 16, 2026 at 14:00'],
  [
    '2026-05-15 18:00 AoE',
    'en',
    'on May 16, 2026 at 08:00 (Europe/Berlin)',
    'May 16, 2026 at 08:00',
  ],
  [
    '2026-05-15 18:00 America/New_York',
    'en',
    'at the end of May 15, 2026 (Europe/Berlin)',
    'May 15, 2026',
  ],
  ['2026-05-15', 'en', 'at the end of May 15, 2026 (Europe/Berlin)', 'May 15, 2026'],
  ['2026-05-15 18:00', 'en', 'on May 15, 2026 at 18:00 (Europe/Berlin)', 'May 15, 2026 at 18:00'],
  ['2026-12-15 AoE', 'de', 'on 16. Dezember 2026 at 13:00 (MEZ)', '16. Dezember 2026 at 13:00'],
])(
  'an act of participants until %s ends by the clock of the conference, in %s',
  (text, language, words, bare) => {
    const locale = { ...zone, language };
    const end = endByClock(locale, moment.parse(text));
    expect(end.words).toBe(words);
    expect(withoutZone(end, locale)).toMatchObject({ at: end.at, label: bare });
  },
);

test.each([
  '2026-02-30',
  '2026-3-1',
  '2026-03-10 24:00',
  '2026-03-10T18:00',
  '2026-03-10 Mars/Base',
  'tomorrow',
  '',
])('%j is no moment', (text) => {
  expect(moment.safeParse(text).success).toBe(false);
});
