import { DAY, MINUTE } from '#contract/time-spans.ts';
import * as z from 'zod/mini';
import { dateFormat, dayAfter, dayOf, dayText, isDay, kept } from './calendar-days.ts';
import type { moments } from './labels/moments.ts';
import type { Moment, Opening } from './opening.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The clock and the language of a conference; `phrases` are the labels for moments. */
export type Locale = {
  timezone: string;
  language: string;
  phrases: typeof moments;
};

/** A moment as organisers write it: a day, or a day with an hour, in the time zone of the conference or in `zone`. */
type Written = { day: string; time?: string | undefined; zone?: string | undefined };

const MOMENT = /^(\d{4}-\d\d-\d\d)(?: ((?:[01]\d|2[0-3]):[0-5]\d))?(?: ([A-Za-z][\w+/-]*))?$/;
const EXPECTED = 'expected a moment such as 2026-03-10, 2026-03-10 18:00 or 2026-03-10 AoE';

/** The last time zone on Earth: a deadline that is "anywhere on Earth" ends when its day has ended everywhere. */
const ANYWHERE = { written: 'AoE', timeZone: 'Etc/GMT+12' } as const;

export const moment = z.pipe(
  z.string(EXPECTED).check(z.refine(isMoment, EXPECTED)),
  z.transform((text): Written => {
    const [, day = '', time, zone] = MOMENT.exec(text) ?? [];
    return { day, ...(time !== undefined && { time }), ...(zone !== undefined && { zone }) };
  }),
);

function isMoment(text: string): boolean {
  const [, day = '', , zone] = MOMENT.exec(text) ?? [];
  const isZone = zone === undefined || zone === ANYWHERE.written || isTimezone(zone);
  return isDay(day) && isZone;
}

/** The opening and closing time of a form or a sale. Without `from` it is open from the start; without `until`, forever. */
export const openingTimes = { from: z.optional(moment), until: z.optional(moment) };

type WrittenOpening = { from?: Written | undefined; until?: Written | undefined };

/** A day without a time counts as a whole day: a sale opens at its first minute, or closes at its end. */
export function openingIn(locale: Locale, { from, until }: WrittenOpening): Opening {
  return {
    ...(from && { from: beginningIn(locale, from) }),
    ...(until && { until: endIn(locale, until) }),
  };
}

function beginningIn(locale: Locale, written: Written): Moment {
  const { day, time = '00:00' } = written;
  return momentOf(locale, written, instantOf(day, time, zoneOf(locale, written)));
}

function momentOf(locale: Locale, written: Written, at: string): Moment {
  const { day: date, time } = written;
  const { phrases, language } = locale;
  const day = dayText(date, language);
  const facts = { day, zone: zoneWords(locale, written), time: time ?? '' };
  return {
    at,
    day,
    words: fillPlaceholders(time === undefined ? phrases.onDay : phrases.atTime, facts),
    label: fillPlaceholders(time === undefined ? phrases.day : phrases.dayAndTime, facts),
  };
}

export function endIn(locale: Locale, written: Written): Moment {
  if (written.time !== undefined) return beginningIn(locale, written);
  const at = instantOf(dayAfter(written.day), '00:00', zoneOf(locale, written));
  const whole = momentOf(locale, written, at);
  const facts = { day: whole.day, zone: zoneWords(locale, written) };
  return { ...whole, words: fillPlaceholders(locale.phrases.endOfDay, facts) };
}

function zoneOf({ timezone }: Locale, { zone = timezone }: Written): string {
  return zone === ANYWHERE.written ? ANYWHERE.timeZone : zone;
}

/** The time zone of a moment. English names it by its id, as the specification does; other languages say MEZ or GMT-4. */
function zoneWords(locale: Locale, written: Written): string {
  const { day, time = '12:00', zone } = written;
  if (zone === ANYWHERE.written) return locale.phrases.anywhere;
  const timeZone = zoneOf(locale, written);
  if (locale.language === 'en') return timeZone;
  const format = dateFormat(locale.language, { timeZone, timeZoneName: 'short' });
  return zoneIn(format, Date.parse(instantOf(day, time, timeZone)));
}

/** An instant in UTC, to the minute, by the clock of a conference. */
export function momentAt(instant: string, locale: Locale): Moment {
  // The Swedish locale writes a moment as content/ does: 2026-11-23 18:00.
  const clock = { dateStyle: 'short', timeStyle: 'short', timeZone: locale.timezone } as const;
  const [day = '', time = ''] = dateFormat('sv-SE', clock).format(new Date(instant)).split(' ');
  return momentOf(locale, { day, time }, instant);
}

/** An instant at which something ends: midnight is the end of the day before it, as organisers write and mails say it. */
export function endAt(instant: string, locale: Locale): Moment {
  const before = new Date(Date.parse(instant) - 1).toISOString();
  const last = endIn(locale, { day: dayOf(before, locale.timezone) });
  return last.at === instant ? last : momentAt(instant, locale);
}

/**
 * The end of an act of participants, in whichever zone it is written, by the clock of the conference: "anywhere on Earth" is
 * a term of authors.
 */
export function endByClock(locale: Locale, written: Written): Moment {
  return endAt(endIn(locale, written).at, locale);
}

/** A moment without its zone, for a page that says the zone once. */
export function withoutZone({ at }: Pick<Moment, 'at'>, locale: Locale): Moment {
  const made = momentsWithoutZone.get(locale) ?? new Map<string, Moment>();
  momentsWithoutZone.set(locale, made);
  return kept(made, at, () => endAt(at, localeWithoutZone(locale)));
}

const momentsWithoutZone = new WeakMap<Locale, Map<string, Moment>>();

function localeWithoutZone(locale: Locale): Locale {
  const bare = (words: string) => words.replace(/\s*[(（]?\{zone\}[)）]?/, '');
  const { onDay, atTime, endOfDay, day, dayAndTime, ...phrases } = locale.phrases;
  return {
    ...locale,
    phrases: {
      ...phrases,
      onDay: bare(onDay),
      atTime: bare(atTime),
      endOfDay: bare(endOfDay),
      day: bare(day),
      dayAndTime: bare(dayAndTime),
    },
  };
}

const instants = new Map<string, string>();

/** 2026-05-29, 08:00, Europe/Berlin -> 2026-05-29T06:00:00.000Z */
export function instantOf(day: string, time: string, timeZone: string): string {
  return kept(instants, `${day} ${time} ${timeZone}`, () =>
    new Date(localTime(day, time, timeZone)).toISOString(),
  );
}

/**
 * 2026-05-29, 08:00, Europe/Berlin -> 2026-05-29T08:00:00+02:00. Of a time that comes twice it is the first one. A time
 * that the clocks skip is as long after the change as it would have been without it, so a day whose midnight is skipped
 * begins with its first hour.
 */
export function localTime(day: string, time: string, timeZone: string): string {
  const format = dateFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (instant: number) => zoneIn(format, instant).slice(3) || '+00:00';
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  // No zone is a whole day away from UTC, so these are the offsets before and after a change of the clocks.
  const [before, after] = [offset(asIfUtc - DAY), offset(asIfUtc + DAY)] as const;
  const local = `${day}T${time}:00`;
  if (before === after) return local + before;
  const isThere = (zone: string) => offset(Date.parse(local + zone)) === zone;
  return local + (isThere(before) || !isThere(after) ? before : after);
}

/** An end in a list: midnight, which reads as the day after the last one, becomes the minute before. */
export function lastMinute(at: string, timeZone: string): string {
  const end = Date.parse(at);
  const isMidnight = dayOf(new Date(end - 1), timeZone) !== dayOf(new Date(end), timeZone);
  return isMidnight ? new Date(end - MINUTE).toISOString() : at;
}

/** The name of the time zone in a date of this format. */
function zoneIn(format: Intl.DateTimeFormat, instant: number): string {
  const parts = format.formatToParts(instant);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether the last day of the conference has ended where it is. */
export function hasEnded(
  { end, timezone }: { end: string; timezone: string },
  now: string,
): boolean {
  return now >= instantOf(dayAfter(end), '00:00', timezone);
}
