import agenda from 'content:agenda';
import conference from 'content:conference';
import prices from 'content:prices';
import speakers from 'content:speakers';
import { expect, test } from 'vitest';
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

test('the event names only a few speakers', () => {
  expect(conferenceEvent(facts).performer.length).toBeLessThanOrEqual(5);
});
