import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { brotliCompressSync } from 'node:zlib';
import agenda from 'content:agenda';
import conference from 'content:conference';
import details from 'content:conference-details';
import organiser from 'content:organiser';
import prices from 'content:prices';
import speakers from 'content:speakers';
import { expect, test } from 'vitest';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { withPrice } from '#tests/support/fixture-prices.ts';
import { sideBySide } from '#tests/support/agenda-items.ts';
import { largeProgramme } from '#tests/support/large-programme.ts';
import { agendaEvents, conferenceEvent } from './conference-event.ts';

const facts = { agenda, conference, details, organiser, prices, speakers };

test('each presentation type is an offer with its total, fee included', () => {
  const { offers } = conferenceEvent({ ...facts, prices: withPrice(prices, 'student', 12_345) });
  expect(offers).toHaveLength(6);
  expect(offers).toContainEqual(
    // 123.45 plus 5 %.
    expect.objectContaining({ name: 'Student', price: '129.62', priceCurrency: 'EUR' }),
  );
});

test('an offer is available while registration and its presentation type are both open', () => {
  const momentAt = (at: string) => ({ at, day: '', words: '', label: '' });
  const opening = {
    from: momentAt('2026-01-01T00:00:00Z'),
    until: momentAt('2026-05-20T22:00:00Z'),
  };
  const [first, ...others] = prices.presentationTypes;
  if (!first) throw new Error('there is no presentation type');
  const early = { ...first, opening: { until: momentAt('2026-03-10T17:00:00Z') } };
  const presentationTypes = [early, ...others.map((type) => ({ ...type, opening: {} }))];
  const { offers } = conferenceEvent({
    ...facts,
    details: { ...details, opening: { registration: opening } },
    prices: { ...prices, presentationTypes },
  });
  const ends = offers.map(({ availabilityStarts, availabilityEnds }) => [
    availabilityStarts,
    availabilityEnds,
  ]);
  expect(ends[0]).toEqual([opening.from.at, early.opening.until.at]);
  expect(ends.at(-1)).toEqual([opening.from.at, opening.until.at]);
  // Without a closing time in the content, the offer has none.
  expect(conferenceEvent(facts).offers[0]).not.toHaveProperty('availabilityEnds');
});

test('the event has the legal name of its organiser and is marked as not free', () => {
  expect(conferenceEvent(facts)).toMatchObject({
    organizer: { name: organiser.legalName },
    isAccessibleForFree: false,
  });
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

test('the conference ends with the latest of its parallel items, also after midnight', () => {
  const date = conference.dates.end;
  const day = { label: 'Last', date, dateText: '' };
  const endOf = (...ends: string[]) => {
    const items = ends.map((end, at) => ({ start: '09:00', end, title: `Item ${at}` }));
    return conferenceEvent({ ...facts, agenda: { days: [{ ...day, items }] } }).endDate;
  };
  expect(endOf('18:00', '17:00')).toContain(`${date}T18:00:00`);
  expect(endOf('00:30', '18:00')).toContain(`${dayAfter(date)}T00:30:00`);
});

test('the event names every speaker', () => {
  expect(conferenceEvent(facts).performer.map(({ name }) => name)).toEqual(
    speakers.map(({ name }) => name),
  );
});

test('each item of the agenda is an event within the conference, with its times, its place and its speakers', () => {
  const [day] = agenda.days;
  if (!day) throw new Error('the agenda has no day');
  const events = agendaEvents({ conference, agenda: { days: [{ ...day, items: sideBySide }] } });
  const { '@id': whole, location } = conferenceEvent(facts);
  expect(events).toMatchObject({ '@id': whole, location });
  const [films, , dinner] = events.subEvent;
  expect(films).toEqual({
    '@type': 'Event',
    name: 'Films',
    url: expect.stringMatching(/\/agenda#_\w+$/),
    startDate: '2026-05-29T10:00:00+02:00',
    endDate: '2026-05-29T11:00:00+02:00',
    location: {
      '@type': 'Place',
      name: 'Hall A',
      containedInPlace: { '@id': location['@id'] },
    },
    performer: [
      { '@type': 'Person', name: 'Bea Weiss' },
      { '@type': 'Person', name: 'Cy Moreau' },
    ],
    superEvent: { '@id': whole },
  });
  expect(dinner).toMatchObject({
    endDate: '2026-05-30T00:30:00+02:00',
    location: { '@id': location['@id'] },
  });
  expect(dinner).not.toHaveProperty('performer');
});

test('a programme of 80 items is described in less than 6 KB on the way to the browser', () => {
  const described = JSON.stringify(agendaEvents({ conference, agenda: largeProgramme.agenda }));
  expect(brotliCompressSync(described).length).toBeLessThan(6_000);
});

test('a postponed or cancelled conference says so', () => {
  const from = { start: '2026-05-29', end: '2026-05-30' };
  const eventOf = (status: Conference['status']) =>
    conferenceEvent({ ...facts, details: { ...facts.details, status } });
  expect(conferenceEvent(facts).eventStatus).toBe('https://schema.org/EventScheduled');
  expect(eventOf({ is: 'cancelled', text: '' }).eventStatus).toBe(
    'https://schema.org/EventCancelled',
  );
  expect(eventOf({ is: 'postponed', text: '' }).eventStatus).toBe(
    'https://schema.org/EventPostponed',
  );
  expect(eventOf({ is: 'postponed', from, text: '' })).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2026-05-29',
  });
});
