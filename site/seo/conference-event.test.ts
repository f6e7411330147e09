import agenda from 'content:agenda';
import conference from 'content:conference';
import prices from 'content:prices';
import speakers from 'content:speakers';
import { expect, test } from 'vitest';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { conferenceEvent } from './conference-event.ts';

const facts = { agenda, conference, prices, speakers };

test('each presentation type is an offer with its price in euros', () => {
  const { offers } = conferenceEvent({ ...facts, prices: withPrice(prices, 'student', 12_345) });
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

test('the conference ends with the last of what runs side by side, also after midnight', () => {
  const date = conference.dates.end;
  const day = { label: 'Last', date, dateText: '' };
  const endOf = (...ends: string[]) => {
    const items = ends.map((end, at) => ({ start: '09:00', end, title: `Item ${at}` }));
    return conferenceEvent({ ...facts, agenda: { days: [{ ...day, items }] } }).endDate;
  };
  expect(endOf('18:00', '17:00')).toContain(`${date}T18:00:00`);
  expect(endOf('00:30', '18:00')).toContain(`${dayAfter(date)}T00:30:00`);
});

test('the event names only a few speakers', () => {
  expect(conferenceEvent(facts).performer.length).toBeLessThanOrEqual(5);
});
