import agenda from 'content:agenda';
import conference from 'content:conference';
import prices from 'content:prices';
import speakers from 'content:speakers';
import { expect, test } from 'vitest';
import { asCents } from '#contract/money.ts';
import { conferenceEvent, momentOf } from './conference-event.ts';

test.each([
  ['2026-05-29', '08:00', 'Europe/Berlin', '2026-05-29T08:00:00+02:00'],
  ['2026-01-15', '08:00', 'Europe/Berlin', '2026-01-15T08:00:00+01:00'],
  // The clocks change at two in the morning.
  ['2026-03-29', '01:30', 'Europe/Berlin', '2026-03-29T01:30:00+01:00'],
  ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
  ['2026-05-29', '09:15', 'Asia/Kathmandu', '2026-05-29T09:15:00+05:45'],
  ['2026-05-29', '09:15', 'UTC', '2026-05-29T09:15:00+00:00'],
  ['2026-05-29', undefined, 'Europe/Berlin', '2026-05-29'],
])('%s %s in %s is %s', (date, time, zone, moment) => {
  expect(momentOf(date, time, zone)).toBe(moment);
});

const facts = { agenda, conference, prices, speakers };

test('each presentation type is an offer with its price in euros', () => {
  const presentation = { ...prices.presentation, student: asCents(12_345) };
  const { offers } = conferenceEvent({ ...facts, prices: { ...prices, presentation } });
  expect(offers).toHaveLength(6);
  expect(offers).toContainEqual(
    expect.objectContaining({ name: 'Student', price: '123.45', priceCurrency: 'EUR' }),
  );
});

test('the conference begins with the first item of its agenda', () => {
  const [first, ...others] = agenda.days;
  if (!first) throw new Error('the agenda has no day');
  const items = [{ start: '10:45', end: '11:00', title: 'Opening' }];
  const later = { days: [{ ...first, date: conference.dates.start, items }, ...others] };
  expect(conferenceEvent({ ...facts, agenda: later }).startDate).toMatch(/T10:45:00[+-]/);
  expect(conferenceEvent({ ...facts, agenda: { days: [] } }).startDate).toBe(
    conference.dates.start,
  );
});

test('the event names only a few speakers', () => {
  expect(conferenceEvent(facts).performer.length).toBeLessThanOrEqual(5);
});
