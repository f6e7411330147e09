import { expect, test } from 'vitest';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { makeCalendar } from './calendar.ts';

const content = fixtureContent;
const calendar = makeCalendar(content);
const events = calendar.split('BEGIN:VEVENT').slice(1);

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
