import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { keyedItems } from '#contract/content/agenda-items.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { contentWith, sideBySide } from '#tests/support/agenda-items.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { largeProgramme } from '#tests/support/large-programme.ts';
import { makeCalendar, makeItemCalendars } from './calendar.ts';

/** The entries that the parser of a calendar program reads: it refuses a line that it does not understand. */
function entriesIn(calendar: string) {
  const root = new ICAL.Component(ICAL.parse(calendar));
  expect(root.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(root.getFirstPropertyValue('version')).toBe('2.0');
  return root.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, location, startDate, endDate } = new ICAL.Event(component);
    return {
      uid,
      summary,
      description,
      location,
      starts: startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString(),
      ends: endDate.isDate ? endDate.toString() : endDate.toJSDate().toISOString(),
      url: component.getFirstPropertyValue('url'),
    };
  });
}

test('a parser reads the conference, its days and an item that ends after midnight', () => {
  const [whole, films, gels, dinner] = entriesIn(makeCalendar(contentWith(...sideBySide)));
  expect(whole).toMatchObject({
    summary: 'Polymer Summit 2026',
    starts: '2026-05-29',
    ends: '2026-05-31',
  });
  expect(films).toMatchObject({
    summary: 'Films · Polymer Summit 2026',
    description: 'Hall A · Coatings\nBea Weiss, Cy Moreau\nChair: Ada Kowalska',
    location: expect.stringMatching(/^Hall A, /),
    starts: '2026-05-29T08:00:00.000Z',
    ends: '2026-05-29T09:00:00.000Z',
    url: expect.stringMatching(/^https:\/\/origin\.invalid\/agenda#_\w+$/),
  });
  expect(gels).toMatchObject({
    location: expect.stringMatching(/^Hall B, /),
    starts: '2026-05-29T08:00:00.000Z',
  });
  expect(dinner?.ends).toBe('2026-05-29T22:30:00.000Z');
});

test('each item has a file of its own, with the same entry as in the whole calendar', () => {
  const [whole, ...entries] = entriesIn(makeCalendar(largeProgramme));
  const files = makeItemCalendars(largeProgramme);
  expect(files.map(([address]) => address)).toEqual(
    largeProgramme.agenda.days.flatMap((day) =>
      keyedItems(day).map(({ key }) => `/agenda/${key}.ics`),
    ),
  );
  expect(files.flatMap(([, calendar]) => entriesIn(calendar))).toEqual(entries);
  expect(new Set([whole, ...entries].map((entry) => entry?.uid)).size).toBe(1 + files.length);
});

test('a participant gets the nights of the room, in a mail with the address of the site', () => {
  const stay = {
    hotel: 'Hôtel; "Grüner, Wald"',
    nights: 3,
    from: '2026-05-28',
    until: '2026-05-31',
  };
  const nights = {
    registrationId: 'r',
    reference: 'PS26-7K3M-9QXW',
    stay,
    changedAt: '2026-04-01T09:00:00.000Z',
  };
  const calendar = makeCalendar(fixtureContent, { origin: 'https://summit.example', nights });
  expect(calendar).not.toContain(SITE_ORIGIN);
  expect(entriesIn(calendar).at(-1)).toMatchObject({
    summary: `${stay.hotel} · Polymer Summit 2026`,
    location: stay.hotel,
    starts: '2026-05-28',
    ends: '2026-05-31',
  });
});

test.each([
  ['commas; semicolons, \\backslashes\\n and "quotes": a:b=c', undefined],
  ['生物高分子の分解性と再利用についての新しい展望と課題：産業界と学術界の対話', undefined],
  ['البوليمرات الحيوية في الطب وعلم المواد: نظرة جديدة', undefined],
  ['👩🏽‍🔬🧪🕸️'.repeat(12), undefined],
  [`${'x'.repeat(66)}é${'y'.repeat(200)}`, undefined],
  ['END:VEVENT\r\nEND:VCALENDAR\nBEGIN:VCALENDAR', 'END:VEVENT\nEND:VCALENDAR\nBEGIN:VCALENDAR'],
  [
    'bell \u0007, nothing \u0000, escape \u001b, half \uD83D',
    'bell , nothing , escape , half \uFFFD',
  ],
])('a parser reads the title %j as it is, except for control characters', (title, read = title) => {
  const content = contentWith({ start: '10:00', end: '11:00', title, room: title, text: title });
  const calendar = makeCalendar(content);
  const [, item] = entriesIn(calendar);
  expect(item?.summary).toBe(`${read} · Polymer Summit 2026`);
  expect(item?.description).toBe(`${read}\n${read}`);
  expect(item?.location).toContain(`${read}, `);
  // Every line is whole UTF-8 of at most 75 bytes.
  for (const line of calendar.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line.isWellFormed()).toBe(true);
  }
});

test('hours are right on both sides of a change of the clock, also in a zone without whole hours', () => {
  const startsIn = (timezone: string, date: string, start: string) => {
    const { conference, ...content } = fixtureContent;
    const items = [{ start, end: '23:00', title: 'Talk' }];
    const agenda = { days: [{ label: 'Day 1', date, dateText: date, items }] };
    const moved = { ...conference, dates: { ...conference.dates, timezone } };
    return entriesIn(makeCalendar({ ...content, conference: moved, agenda }))[1]?.starts;
  };
  expect(startsIn('Europe/Berlin', '2026-03-29', '01:30')).toBe('2026-03-29T00:30:00.000Z');
  expect(startsIn('Europe/Berlin', '2026-03-29', '03:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(startsIn('Asia/Kathmandu', '2026-05-29', '09:00')).toBe('2026-05-29T03:15:00.000Z');
});
