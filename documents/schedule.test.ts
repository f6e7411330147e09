import { expect, test } from 'vitest';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { contentWith, sideBySide } from '#tests/support/agenda-items.ts';
import { largeProgramme } from '#tests/support/large-programme.ts';
import {
  hasPublishedSchedule,
  mistakeByPublishedXsd,
  mistakesByPublishedSchedule,
} from '#tests/support/published-schemas.ts';
import { mistakesOfScheduleXml, ScheduleJson } from '#tests/support/schedule-format.ts';
import type { Content } from '#contract/content.ts';
import { makeScheduleJson, makeScheduleXml } from './schedule.ts';

function conferenceIn(content: Content) {
  return ScheduleJson.parse(JSON.parse(makeScheduleJson(content))).schedule.conference;
}

function eventsIn(content: Content) {
  return conferenceIn(content).days.flatMap(({ rooms }) => Object.values(rooms).flat());
}

const programmes: [string, Content][] = [
  ['the agenda of the fixture', fixtureContent],
  ['rooms side by side and a dinner after midnight', contentWith(...sideBySide)],
  ['three days with 60 talks in four tracks', largeProgramme],
];

test.skipIf(!hasPublishedSchedule).each(programmes)(
  '%s is valid by the published schemas of C3VOC, which refuse what is wrong',
  (_, content) => {
    const [xml, json] = [makeScheduleXml(content), makeScheduleJson(content)];
    expect(mistakeByPublishedXsd('schedule', xml)).toBeUndefined();
    expect(mistakesByPublishedSchedule(json)).toEqual([]);
    expect(
      mistakeByPublishedXsd('schedule', xml.replace('<duration>', '<duration>x')),
    ).toBeDefined();
    expect(mistakesByPublishedSchedule(json.replace('"days"', '"tage"'))).not.toEqual([]);
  },
);

test.each(programmes)(
  '%s has the published format in XML and in JSON, with every item',
  (_, content) => {
    expect(mistakesOfScheduleXml(makeScheduleXml(content))).toEqual([]);
    const events = eventsIn(content);
    expect(events.map(({ title }) => title).toSorted()).toEqual(
      content.agenda.days.flatMap(({ items }) => items.map(({ title }) => title)).toSorted(),
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  },
);

test('an event has its times with the offset of the venue, its room, its people and its address', () => {
  const [films, gels, dinner] = eventsIn(contentWith(...sideBySide));
  expect(films).toMatchObject({
    date: '2026-05-29T10:00:00+02:00',
    start: '10:00',
    end: '2026-05-29T11:00:00+02:00',
    duration: '01:00',
    room: 'Hall A',
    title: 'Films',
    track: 'Coatings',
    type: 'talk',
    persons: [{ name: 'Bea Weiss' }, { name: 'Cy Moreau' }],
    description: 'Chair: Ada Kowalska',
    url: expect.stringMatching(/^https:\/\/origin\.invalid\/agenda#_\w+$/),
  });
  expect(gels).toMatchObject({ room: 'Hall B', track: null, type: 'other', persons: [] });
  expect(dinner).toMatchObject({
    end: '2026-05-30T00:30:00+02:00',
    duration: '05:00',
    room: fixtureContent.conference.venue.name,
  });
  const xml = makeScheduleXml(contentWith(...sideBySide));
  expect(xml).toContain('<date>2026-05-29T10:00:00+02:00</date>');
  expect(xml).toContain('<room name="Hall A" guid="');
  expect(xml).toContain(`<url>${SITE_ORIGIN}/schedule.xml</url>`);
});

test('a day contains its items from its first one until the small hours of the next day', () => {
  const [early] = conferenceIn(
    contentWith({ start: '00:15', end: '03:00', title: 'Night of the labs' }, ...sideBySide),
  ).days;
  expect(early).toMatchObject({
    index: 1,
    day_start: '2026-05-29T00:15:00+02:00',
    day_end: '2026-05-30T06:00:00+02:00',
  });
  const [day, empty] = conferenceIn(contentWith(...sideBySide)).days;
  expect(day?.day_start).toBe('2026-05-29T06:00:00+02:00');
  expect(empty).toMatchObject({ index: 2, date: '2026-05-30', rooms: {} });
});

test('an event keeps its guid and its id in another hour and room, and another conference has others', () => {
  const [films] = sideBySide;
  if (!films) throw new Error('there is no item');
  const idsOf = (content: Content) => eventsIn(content).map(({ guid, id }) => [guid, id]);
  const before = idsOf(contentWith(films));
  const later = { ...films, start: '15:00', end: '15:30', room: 'Hall C' };
  expect(idsOf(contentWith(later))).toEqual(before);
  const { conference, ...content } = contentWith(films);
  const other = { ...conference, referencePrefix: 'OTHER26' };
  expect(idsOf({ ...content, conference: other })).not.toEqual(before);
  expect(
    conferenceIn({ ...content, conference: { ...conference, referencePrefix: 'PS' } }),
  ).toMatchObject({ acronym: 'ps2026' });
});

test('markup, control characters and names of object members in content/ break neither file', () => {
  const hostile = contentWith(
    {
      start: '10:00',
      end: '11:00',
      title: ']]> </title><script>alert(1)</script> \u0007\u0000\uFFFF\uD800 & "x"',
      room: 'constructor',
      track: 'a\r\nb',
      text: '\u001b[31m 高分子 مرحبا 👩🏽‍🔬 \u202e',
      speakers: ['constructor', "Niamh O'Dwyer <n@x>"],
    },
    { id: 'a', start: '12:00', end: '13:00', title: '%0d%0a', room: 'toString' },
  );
  const xml = makeScheduleXml(hostile);
  expect(mistakesOfScheduleXml(xml)).toEqual([]);
  expect(xml).not.toContain('<script');
  const [first, second] = eventsIn(hostile);
  expect(first).toMatchObject({ room: 'constructor', persons: [{ name: 'constructor' }, {}] });
  expect(second?.slug).toBe('ps26-item-a');
  for (const timezone of [
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Asia/Kathmandu',
    'Etc/GMT+12',
  ]) {
    const dates = { ...hostile.conference.dates, timezone };
    const elsewhere = { ...hostile, conference: { ...hostile.conference, dates } };
    expect(mistakesOfScheduleXml(makeScheduleXml(elsewhere))).toEqual([]);
    expect(eventsIn(elsewhere)).toHaveLength(2);
  }
});
