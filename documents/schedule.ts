import { createHash } from 'node:crypto';
import { inOneLine } from '#contract/content/languages.ts';
import { endDateOf, keyedItems, pagePathOf } from '#contract/content/agenda-items.ts';
import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';
import { dayAfter } from '#contract/content/calendar-days.ts';
import { placeOf } from '#contract/content/places.ts';
import { localTime } from '#contract/content/moments.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { AgendaDay, Content } from '#contract/content.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import { type Xml, xml } from './xml.ts';

/** The agenda in the format of frab and C3VOC, https://c3voc.de/wiki/schedule, which apps for conferences read. */
export function makeScheduleXml(content: Content): string {
  const { version, conference, days } = scheduleOf(content);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<schedule>
<generator name="${GENERATOR}"/>
<url>${SITE_ORIGIN}${content.base}/schedule.xml</url>
<version>${version}</version>
<conference>
  <title>${conference.title}</title>
  <acronym>${conference.acronym}</acronym>
  <start>${conference.start}</start>
  <end>${conference.end}</end>
  <days>${days.length}</days>
  <timeslot_duration>${conference.timeslot_duration}</timeslot_duration>
  <base_url>${conference.url}</base_url>
  <logo>${conference.logo}</logo>
  <url>${conference.url}</url>
  ${zoneXml(conference.time_zone_name)}
  <color primary="${conference.colors.primary}"/>
  ${conference.tracks.map(({ name }) => xml`<track name="${name}"/>`)}
</conference>
${days.map(dayXml)}
</schedule>
`.xml;
}

function zoneXml(name: string | undefined): Xml {
  return name === undefined ? xml`` : xml`<time_zone_name>${name}</time_zone_name>`;
}

function dayXml({ index, date, day_start, day_end, rooms }: Day): Xml {
  return xml`<day index="${index}" date="${date}" start="${day_start}" end="${day_end}">
${rooms.map(
  ({ room, events }) => xml`<room name="${room.name}" guid="${room.guid}">
${events.map(eventXml)}</room>
`,
)}</day>
`;
}

function eventXml(event: Event): Xml {
  return xml`<event guid="${event.guid}" id="${event.id}">
  <room>${event.room}</room>
  <title>${event.title}</title>
  <subtitle>${event.subtitle}</subtitle>
  <type>${event.type}</type>
  <date>${event.date}</date>
  <start>${event.start}</start>
  <duration>${event.duration}</duration>
  <abstract>${event.abstract}</abstract>
  <slug>${event.slug}</slug>
  <track>${event.track ?? ''}</track>
  <persons>${event.persons.map(({ guid, name }) => xml`<person guid="${guid}">${name}</person>`)}</persons>
  <language>${event.language}</language>
  <description>${event.description}</description>
  <url>${event.url}</url>
</event>
`;
}

/** The same as JSON. */
export function makeScheduleJson(content: Content): string {
  const { version, conference, days, rooms } = scheduleOf(content);
  return JSON.stringify({
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: GENERATOR },
    schedule: {
      version,
      base_url: conference.url,
      conference: {
        ...conference,
        daysCount: days.length,
        rooms,
        days: days.map((day) => ({
          ...day,
          rooms: Object.fromEntries(day.rooms.map(({ room, events }) => [room.name, events])),
        })),
      },
    },
  });
}

const GENERATOR = 'Plenary';
/** The hour at which a day ends for these apps: items in the small hours belong to the day before. */
const DAY_CHANGE = '06:00';

type Day = ReturnType<typeof scheduleOf>['days'][number];
type Event = ReturnType<typeof eventOf>;

/** The facts of both files, by the names of the JSON. */
function scheduleOf(content: Content) {
  const { conference, agenda, changedAt } = content;
  const { name, dates, accent, venue } = conference;
  const guid = guidsOf(conference);
  const ids = new Set<number>();
  const roomOf = ({ room, place }: AgendaItem) => {
    const where = placeOf(conference, place)?.name ?? venue.name;
    return room === undefined
      ? where
      : place === undefined
        ? room
        : inOneLine([room, where], content.language);
  };
  const days = agenda.days.map((day, at) => {
    const named = keyedItems(day).map(({ key, item }) => ({
      room: roomOf(item),
      event: eventOf(content, day, { key, item, room: roomOf(item), guid, ids }),
    }));
    const [first = DAY_CHANGE] = day.items.map(({ start }) => start).toSorted();
    return {
      index: at + 1,
      date: day.date,
      day_start: localTime(day.date, first < DAY_CHANGE ? first : DAY_CHANGE, dates.timezone),
      day_end: localTime(dayAfter(day.date), DAY_CHANGE, dates.timezone),
      rooms: distinct(named.map(({ room }) => room)).map((room) => ({
        room: { name: room, guid: guid('room', room) },
        events: named.filter((one) => one.room === room).map(({ event }) => event),
      })),
    };
  });
  const items = agenda.days.flatMap((day) => day.items);
  return {
    version: changedAt,
    conference: {
      title: name,
      acronym: acronymOf(conference),
      start: dates.start,
      end: dates.end,
      timeslot_duration: '00:05',
      // The schema knows only names such as Europe/Berlin.
      time_zone_name: /^[A-Z][a-z]+\/[A-Z][a-z]+/.test(dates.timezone) ? dates.timezone : undefined,
      logo: `${SITE_ORIGIN}/icon-512.png`,
      url: `${SITE_ORIGIN}${content.base === '' ? '/' : content.base}`,
      colors: { primary: accent.light },
      tracks: distinct(items.flatMap(({ track }) => track ?? [])).map((track) => ({ name: track })),
    },
    days,
    rooms: distinct(items.map(roomOf)).map((room) => ({ name: room, guid: guid('room', room) })),
  };
}

type Named = {
  key: string;
  item: AgendaItem;
  /** An item without a room is at the venue. */
  room: string;
  guid: (...parts: string[]) => string;
  /** The ids of earlier events. */
  ids: Set<number>;
};

function eventOf(
  { conference, labels, language, base }: Content,
  { date }: AgendaDay,
  { key, item, room, guid, ids }: Named,
) {
  const { timezone } = conference.dates;
  const begins = localTime(date, item.start, timezone);
  const ends = localTime(endDateOf(date, item), item.end, timezone);
  const eventGuid = guid('item', key);
  const { topic, chair, speakers = [] } = item;
  const notes = [
    topic && fillPlaceholders(labels.programme.topic, { topic }),
    chair && fillPlaceholders(labels.programme.chair, { chair }),
  ];
  return {
    guid: eventGuid,
    id: idOf(eventGuid, ids),
    date: begins,
    start: item.start,
    end: ends,
    duration: durationOf(begins, ends),
    room,
    slug: `${acronymOf(conference)}-item-${key}`,
    url: `${SITE_ORIGIN}${base}${pagePathOf(key, item)}`,
    title: item.title,
    subtitle: '',
    track: item.track ?? null,
    type: speakers.length > 0 ? 'talk' : 'other',
    language,
    abstract: item.text ?? '',
    description: notes.filter((note) => note !== undefined).join('\n'),
    persons: speakers.map((name) => ({ guid: guid('person', name), name })),
    links: [],
    attachments: [],
  };
}

/** At least four small letters and digits: ps26, or with the year if the prefix is shorter. */
function acronymOf({ referencePrefix, dates }: Content['conference']): string {
  const prefix = referencePrefix.toLowerCase();
  return prefix.length < 4 ? `${prefix}${dates.year}` : prefix;
}

/** A number of 31 bits that follows from the guid; if an earlier event has it, the next one that is free. */
function idOf(guid: string, taken: Set<number>): number {
  let id = (Number.parseInt(guid.slice(0, 8), 16) >>> 1) + 1;
  while (taken.has(id)) id += 1;
  taken.add(id);
  return id;
}

/** 2026-05-29T19:30:00+02:00, 2026-05-30T00:30:00+02:00 -> 05:00 */
function durationOf(from: string, until: string): string {
  const minutes = (Date.parse(until) - Date.parse(from)) / 60_000;
  return [minutes / 60, minutes % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** The namespace of our guids, a random UUID. */
const NAMESPACE = '723aef5e92704ecdbcb04bcb367a6314';

/** Guids by name (RFC 9562, version 5). Another conference or another year has other guids. */
function guidsOf({ referencePrefix, dates }: Content['conference']) {
  return (...parts: string[]): string => {
    const bytes = createHash('sha1')
      .update(NAMESPACE, 'hex')
      .update(JSON.stringify([referencePrefix, dates.year, ...parts]))
      .digest();
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    const hex = bytes.toString('hex', 0, 16);
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
