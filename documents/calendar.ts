import { createHash } from 'node:crypto';
import { dayAfter } from '#contract/content/calendar-days.ts';
import type { AgendaDay, Content } from '#contract/content.ts';
import { endDateOf, keyedItems, notesOf } from '#contract/content/agenda-items.ts';
import { instantOf } from '#contract/content/moments.ts';
import { nightsText, type Stay } from '#contract/content/stay.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import type { AgendaItem } from '#contract/content/agenda-shape.ts';

/** The room of one person: the nights, and the time at which the room was reserved or changed. */
export type OwnNights = {
  registrationId: string;
  reference: string;
  stay: Stay;
  changedAt: string;
};

/**
 * A calendar file (RFC 5545) with one entry for the conference, one for each item of the agenda, and one for the nights of
 * a person's room. The version of an entry is the minute of the last change, so that calendars take over the change.
 * `origin` is the address of the site.
 */
export function makeCalendar(
  { conference, agenda, pages, changedAt }: Content,
  { origin = SITE_ORIGIN, nights }: { origin?: string; nights?: OwnNights | undefined } = {},
): string {
  const { dates, venue, city, country, secretary } = conference;
  const version = versionOf(changedAt);
  const uid = (...parts: string[]) => uidOf(conference.referencePrefix, dates.year, parts);
  const location = `${venue.name}, ${venue.street}, ${venue.postalCode} ${city}, ${country}`;

  const whole = [
    `UID:${uid('conference')}`,
    `DTSTART;VALUE=DATE:${compact(dates.start)}`,
    // DTEND is exclusive, so an entry without hours ends on the next day.
    `DTEND;VALUE=DATE:${compact(dayAfter(dates.end))}`,
    `SUMMARY:${escaped(conference.name)}`,
    `DESCRIPTION:${escaped(`${conference.fullTitle}\n${pages.agenda.note}`)}`,
    `CONTACT:${escaped(`${secretary.role}, ${secretary.email}`)}`,
    `URL:${origin}/`,
    'TRANSP:TRANSPARENT',
    ...version,
    `LOCATION:${escaped(location)}`,
  ];
  const timed = ({ date }: AgendaDay, key: string, item: AgendaItem) => {
    const { start, end, title, text, room } = item;
    const { timezone } = dates;
    const about = [text, ...notesOf(item)].filter((note) => note !== undefined);
    return [
      `UID:${uid('item', key)}`,
      // Calendars show a time in UTC in the reader's time zone.
      `DTSTART:${inUtc(instantOf(date, start, timezone))}`,
      `DTEND:${inUtc(instantOf(endDateOf(date, item), end, timezone))}`,
      `SUMMARY:${escaped(`${title} · ${conference.name}`)}`,
      ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join('\n'))}`] : []),
      ...version,
      `LOCATION:${escaped(room === undefined ? location : `${room}, ${location}`)}`,
    ];
  };
  const items = agenda.days.flatMap((day) =>
    keyedItems(day).map(({ key, item }) => timed(day, key, item)),
  );
  const room = nights ? roomEntry(conference, nights, uid('nights', nights.registrationId)) : [];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${conference.name}//Conference//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(conference.name)}`,
    ...[whole, ...items, ...room].flatMap((event) => [
      'BEGIN:VEVENT',
      ...event,
      'STATUS:CONFIRMED',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The nights of a room as one entry without hours. There is no entry if the conference has not set the first night. */
function roomEntry(
  { name }: Content['conference'],
  { reference, stay, changedAt }: OwnNights,
  uid: string,
): string[][] {
  const { hotel, from, until } = stay;
  if (from === undefined || until === undefined) return [];
  return [
    [
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      // DTEND is exclusive: the entry ends before the day of departure.
      `DTEND;VALUE=DATE:${compact(until)}`,
      `SUMMARY:${escaped(`${hotel} · ${name}`)}`,
      `DESCRIPTION:${escaped(`${nightsText(stay)}\n${reference}`)}`,
      'TRANSP:TRANSPARENT',
      ...versionOf(changedAt),
      `LOCATION:${escaped(hotel)}`,
    ],
  ];
}

function versionOf(changedAt: string): string[] {
  return [`DTSTAMP:${inUtc(changedAt)}`, `SEQUENCE:${Math.floor(Date.parse(changedAt) / 60_000)}`];
}

/**
 * An entry keeps its id when its hours change, so that a calendar updates the entry instead of showing it twice. Another
 * conference or another year has other ids.
 */
function uidOf(prefix: string, year: number, parts: readonly string[]): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
  return `${prefix}-${year}-${digest}@plenary`;
}

/** 2026-03-01T10:00:00.000Z -> 20260301T100000Z */
function inUtc(instant: string): string {
  return compact(instant).replace(/\.\d+/, '');
}

/** 2026-05-29 -> 20260529 */
function compact(text: string): string {
  return text.replaceAll(/[-:]/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Breaks a line after at most 75 bytes, and never inside a character. */
function folded(line: string): string {
  let length = 0;
  return [...line]
    .map((letter) => {
      const bytes = Buffer.byteLength(letter);
      const fold = length + bytes > 75;
      length = fold ? 1 + bytes : length + bytes;
      return fold ? `\r\n ${letter}` : letter;
    })
    .join('');
}
