import { createHash } from 'node:crypto';
import { dayAfter } from '#contract/content/calendar-days.ts';
import type { AgendaDay, Content } from '#contract/content.ts';
import {
  calendarPathOf,
  endDateOf,
  keyedItems,
  notesOf,
  pagePathOf,
} from '#contract/content/agenda-items.ts';
import { addressLines, placeOf } from '#contract/content/places.ts';
import { isTicketFor, type TicketDays } from '#contract/content/ticket-days.ts';
import { instantOf } from '#contract/content/moments.ts';
import { nightsText, type Stay } from '#contract/content/stay.ts';
import { SITE_ORIGIN } from '#contract/site-origin.ts';
import type { AgendaItem } from '#contract/content/shapes/agenda-shape.ts';

/** The room of one person: the nights, and the time at which the room was reserved or changed. */
export type OwnNights = {
  registrationId: string;
  reference: string;
  stay: Stay;
  changedAt: string;
};

type CalendarOptions = {
  /** The address of the site. */
  origin?: string;
  nights?: OwnNights | undefined;
  /** The keys of the items that become entries; by default all. */
  chosen?: ReadonlySet<string> | undefined;
  /** The days of a ticket that is not for the whole conference: nothing else becomes an entry. */
  days?: TicketDays;
};

/**
 * A calendar file (RFC 5545) with one entry for the conference, one for each item of the agenda, and one for the nights of
 * a person's room. The version of an entry is the minute of the last change, so that calendars take over the change.
 * With chosen items the conference itself is an entry only if the agenda has none of them, because a calendar file without
 * entries is invalid.
 */
export function makeCalendar(
  content: Content,
  { origin = SITE_ORIGIN, nights, chosen, days }: CalendarOptions = {},
): string {
  const items = content.agenda.days.flatMap((day) =>
    keyedItems(day)
      .filter(({ key, item }) => (chosen?.has(key) ?? true) && isTicketFor(days, partOf(day, item)))
      .map((keyed) => itemEntry(content, day, { ...keyed, origin })),
  );
  const whole = chosen && items.length > 0 ? [] : wholeEntries(content, origin, days);
  const room = nights ? roomEntry(content.conference, nights) : [];
  return calendarOf(content, [...whole, ...items, ...room]);
}

/** A calendar file for each item of the agenda, by its address, with the entry of the whole calendar. */
export function makeItemCalendars(content: Content): [address: string, calendar: string][] {
  return content.agenda.days.flatMap((day) =>
    keyedItems(day).map((keyed) => [
      calendarPathOf(keyed.key),
      calendarOf(content, [itemEntry(content, day, { ...keyed, origin: SITE_ORIGIN })]),
    ]),
  );
}

function calendarOf({ conference }: Content, entries: readonly string[][]): string {
  const state = conference.status?.is === 'cancelled' ? 'CANCELLED' : 'CONFIRMED';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(conference.name)}//Conference//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(conference.name)}`,
    // Calendars that subscribe ask again after this time.
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...entries.flatMap((entry) => ['BEGIN:VEVENT', ...entry, `STATUS:${state}`, 'END:VEVENT']),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The half of a day in which an item begins. */
function partOf({ date: day }: AgendaDay, { start }: AgendaItem) {
  return { day, part: start < '12:00' ? ('morning' as const) : ('afternoon' as const) };
}

/** An entry for the conference, or one for each day of a ticket. */
function wholeEntries(content: Content, origin: string, days: TicketDays): string[][] {
  const { start, end } = content.conference.dates;
  if (!days) return [wholeEntry(content, origin, { start, end })];
  return [...new Set(days.map(({ day }) => day))].map((day) =>
    wholeEntry(content, origin, { start: day, end: day }),
  );
}

function wholeEntry(
  { conference, pages, changedAt, base }: Content,
  origin: string,
  { start, end }: { start: string; end: string },
): string[] {
  const { dates, secretary } = conference;
  const isWhole = start === dates.start && end === dates.end;
  return [
    `UID:${isWhole ? uidOf(conference, 'conference') : uidOf(conference, 'day', start)}`,
    `DTSTART;VALUE=DATE:${compact(start)}`,
    // DTEND is exclusive, so an entry without hours ends on the next day.
    `DTEND;VALUE=DATE:${compact(dayAfter(end))}`,
    `SUMMARY:${escaped(conference.name)}`,
    `DESCRIPTION:${escaped(`${conference.fullTitle}\n${pages.agenda.note}`)}`,
    `CONTACT:${escaped(`${secretary.role}, ${secretary.email}`)}`,
    `URL:${origin}${base === '' ? '/' : base}`,
    'TRANSP:TRANSPARENT',
    ...versionOf(changedAt),
    `LOCATION:${escaped(venueOf(conference))}`,
  ];
}

function itemEntry(
  { conference, changedAt, labels, base }: Content,
  { date }: AgendaDay,
  { key, item, origin }: { key: string; item: AgendaItem; origin: string },
): string[] {
  const { start, end, title, text, room } = item;
  const { timezone } = conference.dates;
  const other = placeOf(conference, item.place);
  const about = [text, ...notesOf(labels.programme, item)].filter((note) => note !== undefined);
  const where = other ? placeWords(conference, other) : venueOf(conference);
  const place = [...(room === undefined ? [] : [room]), where];
  return [
    `UID:${uidOf(conference, 'item', key)}`,
    // Calendars show a time in UTC in the reader's time zone.
    `DTSTART:${inUtc(instantOf(date, start, timezone))}`,
    `DTEND:${inUtc(instantOf(endDateOf(date, item), end, timezone))}`,
    `SUMMARY:${escaped(`${title} · ${conference.name}`)}`,
    ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join('\n'))}`] : []),
    `URL:${origin}${base}${pagePathOf(key, item)}`,
    ...versionOf(changedAt),
    `LOCATION:${escaped(place.join(', '))}`,
  ];
}

function venueOf(conference: Content['conference']): string {
  return placeWords(conference, conference.venue);
}

function placeWords(
  conference: Content['conference'],
  { name, ...place }: Omit<NonNullable<Content['conference']['places']>[number], 'id'>,
): string {
  const { city, country } = conference;
  return [
    name,
    ...addressLines(
      { ...place, city: place.city ?? city, country: place.country ?? country },
      conference,
    ),
  ].join(', ');
}

/** The nights of a room as one entry without hours. There is no entry if the conference has not set the first night. */
function roomEntry(
  conference: Content['conference'],
  { registrationId, reference, stay, changedAt }: OwnNights,
): string[][] {
  const { hotel, from, until } = stay;
  if (from === undefined || until === undefined) return [];
  return [
    [
      `UID:${uidOf(conference, 'nights', registrationId)}`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      // DTEND is exclusive: the entry ends before the day of departure.
      `DTEND;VALUE=DATE:${compact(until)}`,
      `SUMMARY:${escaped(`${hotel} · ${conference.name}`)}`,
      `DESCRIPTION:${escaped(`${nightsText(stay, conference.dates)}\n${reference}`)}`,
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
function uidOf(
  { referencePrefix, dates, status }: Content['conference'],
  ...parts: readonly string[]
): string {
  const digest = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);
  // A postponed conference keeps its entries, so that calendars move them.
  const year = status?.from?.start.slice(0, 4) ?? dates.year;
  return `${referencePrefix}-${year}-${digest}@plenary`;
}

/** 2026-03-01T10:00:00.000Z -> 20260301T100000Z */
function inUtc(instant: string): string {
  return compact(instant).replace(/\.\d+/, '');
}

/** 2026-05-29 -> 20260529 */
function compact(text: string): string {
  return text.replaceAll(/[-:]/g, '');
}

/** Text for a value. RFC 5545 forbids control characters, so they are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROL, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

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
