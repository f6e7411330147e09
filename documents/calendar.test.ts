import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { sideBySide } from '#tests/support/agenda-items.ts';
import { makeCalendar } from './calendar.ts';

const content = fixtureContent;
const calendar = makeCalendar(content);
const events = calendar.split('BEGIN:VEVENT').slice(1);

test('the conference is one entry without hours, and the entry ends on the day after the last day', () => {
  expect(events[0]).toContain('\r\nDTSTART;VALUE=DATE:20260529\r\n');
  expect(events[0]).toContain('\r\nDTEND;VALUE=DATE:20260531\r\n');
});

test('each item of the agenda is an entry in UTC, converted from the local time of the venue', () => {
  const timed = content.agenda.days.flatMap(({ items }) => items);
  expect(events).toHaveLength(1 + timed.length);
  expect(events[1]).toContain('\r\nDTSTART:20260529T060000Z\r\n');
  expect(events[1]).toContain('\r\nDTEND:20260529T070000Z\r\n');
});

test('lines end with CR and LF and have at most 75 bytes', () => {
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const longest = Math.max(...calendar.split('\r\n').map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThanOrEqual(75);
});

test('commas, semicolons, backslashes and new lines of a text are escaped', () => {
  const { conference } = content;
  const venue = { ...conference.venue, name: 'A\\B; C,\nD' };
  const escaped = makeCalendar({ ...content, conference: { ...conference, venue } });
  expect(escaped).toContain(String.raw`LOCATION:A\\B\; C\,\nD\, `);
});

test('the calendars of two years or of two conferences share no entry ids', () => {
  const { conference } = content;
  const idsOf = (change: Partial<typeof conference>) =>
    makeCalendar({ ...content, conference: { ...conference, ...change } }).match(/^UID:.*$/gm);
  const ids = [
    ...(idsOf({}) ?? []),
    ...(idsOf({ dates: { ...conference.dates, year: 2027 } }) ?? []),
    ...(idsOf({ referencePrefix: 'OTHER26' }) ?? []),
  ];
  expect(new Set(ids).size).toBe(3 * events.length);
  expect(idsOf({ name: 'Renamed Summit 2026' })).toEqual(idsOf({}));
});

test('a later change of content/ makes a later version of every entry', () => {
  const versions = (changedAt: string) => {
    const text = makeCalendar({ ...content, changedAt });
    return text.match(/^(?:DTSTAMP|SEQUENCE):.*$/gm);
  };
  const first = versions('2026-03-01T10:00:00.000Z');
  expect(first).toHaveLength(2 * events.length);
  expect(new Set(first)).toEqual(new Set(['DTSTAMP:20260301T100000Z', 'SEQUENCE:29539320']));
  expect(versions('2026-03-01T10:01:30.000Z')).toContain('SEQUENCE:29539321');
});

test('an entry keeps its id when its hours change, and two entries with one title have different ids', () => {
  const coffee = (start: string, end: string) => ({ start, end, title: 'Coffee' });
  const day = { label: 'Day 1', date: '2026-05-29', dateText: 'May 29', placeholder: undefined };
  const names = (...items: ReturnType<typeof coffee>[]) => {
    const agenda = { days: [{ ...day, items, placeholder: 'Soon' }] };
    return makeCalendar({ ...content, agenda }).match(/^UID:.*$/gm);
  };
  const before = names(coffee('10:00', '10:30'), coffee('15:00', '15:30'));
  expect(names(coffee('10:15', '10:45'), coffee('16:00', '16:30'))).toEqual(before);
  expect(new Set(before).size).toBe(3);
});

test('entries name rooms, tracks, speakers and chairs, and a dinner may end after midnight', () => {
  const days = content.agenda.days.map((day, at) =>
    at === 0 ? { ...day, items: sideBySide } : day,
  );
  const unfolded = makeCalendar({ ...content, agenda: { days } }).replaceAll('\r\n ', '');
  const [, films = '', gels = '', dinner = ''] = unfolded.split('BEGIN:VEVENT').slice(1);
  expect(films).toContain(
    String.raw`DESCRIPTION:Hall A · Coatings\nBea Weiss\, Cy Moreau\nChair: Ada Kowalska`,
  );
  expect(films).toContain(String.raw`LOCATION:Hall A\, `);
  expect(gels).toContain('DTSTART:20260529T080000Z');
  expect(gels).toContain(String.raw`LOCATION:Hall B\, `);
  expect(dinner).toContain('DTEND:20260529T223000Z');
});

test('an item with an id keeps its entry id on another day and with another title', () => {
  const [first, second] = content.agenda.days;
  if (!first || !second) throw new Error('the agenda has no two days');
  const dinner = { id: 'dinner', start: '19:00', end: '21:00', title: 'Dinner' };
  const namesOf = (...days: (typeof first)[]) =>
    makeCalendar({ ...content, agenda: { days } }).match(/^UID:.*$/gm);
  const before = namesOf({ ...first, items: [dinner] }, { ...second, items: [] });
  const moved = { ...dinner, title: 'Banquet', start: '20:00', end: '01:00' };
  expect(namesOf({ ...first, items: [] }, { ...second, items: [moved] })).toEqual(before);
  // An item with the id "conference" gets another UID than the entry of the whole conference.
  const whole = namesOf({ ...first, items: [{ ...dinner, id: 'conference' }] });
  expect(new Set(whole).size).toBe(2);
});

test('a postponed conference moves its entry, and a cancelled one cancels all', () => {
  const { conference } = content;
  const from = { start: conference.dates.start, end: conference.dates.end };
  const dates = { ...conference.dates, start: '2027-05-28', end: '2027-05-29', year: 2027 };
  const moved = { ...conference, dates, status: { is: 'postponed' as const, from, text: '' } };
  const uidsOf = (text: string) => text.match(/^UID:.*$/gm);
  const later = makeCalendar({ ...content, conference: moved });
  expect(uidsOf(later)?.[0]).toBe(uidsOf(calendar)?.[0]);
  expect(later).toContain('DTSTART;VALUE=DATE:20270528');
  const status = { is: 'cancelled' as const, text: '' };
  const over = makeCalendar({ ...content, conference: { ...conference, status } });
  expect(over).toContain('STATUS:CANCELLED');
  expect(over).not.toContain('STATUS:CONFIRMED');
});
