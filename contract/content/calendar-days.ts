import { isFrench } from './languages.ts';

/** Turns days as the files of content/ write them (`2026-05-29`) into days as the pages write them. */

/** English is written as in the United States, where a day has no ordinal. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-US' : language;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format is made once, because that takes longer than fifty uses, and some tables have tens of thousands of days. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** Figures of days that each page shows: Intl takes longer for them than a page for the rest of its words. */
export function kept<Figure>(made: Map<string, Figure>, key: string, make: () => Figure): Figure {
  const figure = made.get(key) ?? make();
  if (made.size >= MOST_KEPT) made.clear();
  made.set(key, figure);
  return figure;
}

const MOST_KEPT = 1000;
const texts = new Map<string, string>();

/** A format of days, which are in no time zone. */
function dayFormat(
  language: string,
  options: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'weekday'>,
): Intl.DateTimeFormat {
  return dateFormat(localeOf(language), { ...options, timeZone: 'UTC' });
}

/** 2026-05-29 -> May 29, 2026; in German 29. Mai 2026 */
export function dayText(date: string, language: string): string {
  return kept(texts, `${language} ${date}`, () =>
    firstIn(language, dayFormat(language, { dateStyle: 'long' }).format(midnight(date))),
  );
}

/** A day of French, where the first of a month is 1er. Intl writes 1. */
export function firstIn(language: string, text: string): string {
  return isFrench(language) ? text.replaceAll(/(?<!\d)1(?=(?:–\d+)?\s\p{L})/gu, '1er') : text;
}

/** 2026-05-29 -> Friday, May 29, 2026 */
export function weekdayText(date: string, language: string): string {
  return firstIn(language, dayFormat(language, { dateStyle: 'full' }).format(midnight(date)));
}

/** 2026-05-29 -> Friday */
export function weekdayOf(date: string, language: string): string {
  return dayFormat(language, { weekday: 'long' }).format(midnight(date));
}

/** 2026-05-29, 2026-05-30 -> May 29-30, 2026; in German 29.–30. Mai 2026. Both days share a month or year. */
export function daysText(start: string, end: string, language: string): string {
  if (/^(?:ja|zh|yue)(?:-|$)/.test(language)) return eastAsianDays(start, end, language);
  const text = dayFormat(language, { dateStyle: 'long' }).formatRange(
    midnight(start),
    midnight(end),
  );
  if (language !== 'en') return firstIn(language, text);
  // The specification writes the days of a conference with a hyphen: May 29-30, 2026.
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7);
  return text.replace(/\s–\s/, isOneMonth ? '-' : ' - ');
}

/** 2027-05-28, 2027-05-29 -> 2027年5月28日～29日. The spans of `Intl` are digits with slashes in Japanese and Chinese. */
function eastAsianDays(start: string, end: string, language: string): string {
  const [from, until] = [dayText(start, language), dayText(end, language)];
  if (start === end) return from;
  const shared =
    start.slice(0, 7) === end.slice(0, 7)
      ? '月'
      : start.slice(0, 4) === end.slice(0, 4)
        ? '年'
        : '';
  const rest = shared === '' ? until : until.slice(until.indexOf(shared) + 1);
  return `${from}${language.startsWith('ja') ? '～' : '至'}${rest}`;
}

export function dayAfter(date: string, days = 1): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The day that it is at an instant in a time zone. */
export function dayOf(instant: Date | string, timeZone: string): string {
  // The Swedish locale writes days like this.
  return dateFormat('sv-SE', { timeZone }).format(new Date(instant));
}

/** Whether the text is a day of the calendar. */
export function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text;
}

/** The days from the first to the last, including both. */
export function daysBetween(first: string, last: string): string[] {
  return Array.from({ length: countDays(first, last) }, (_, at) => dayAfter(first, at));
}

/** The number of days from the first to the last, including both. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
}

function midnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
