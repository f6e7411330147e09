import { DAY } from '#contract/time-spans.ts';
import { daysText } from '#contract/content/calendar-days.ts';

/** A cell of the committee's sheet as a day or a time, or the reason why it is neither. */
export type ReadCell = { value: string; mistake?: never } | { value?: never; mistake: string };

/** The first days of 2000, 2100 and 1970, as numbers of days since the end of 1899. */
const [FIRST_DAY, LAST_DAY, UNIX_DAY] = [36_526, 73_051, 25_569];

/**
 * Reads a day of the conference, however it is written: "2026-05-29", "29.05.2026", "29 May", "Fri", "Day 1", or the
 * number that a cell without a format shows. Only the days of the conference count, so a short form is enough if it
 * names one of them.
 */
export function readDay(typed: string, days: readonly string[]): ReadCell {
  const text = dayOfNumber(typed) ?? typed;
  const [day, ...others] = days.filter((each, at) => isMeant(text, each, at));
  if (day === undefined) {
    const [first = '', last = first] = [days[0], days.at(-1)];
    return { mistake: `"${typed}" is no day of the conference, ${daysText(first, last, 'en')}` };
  }
  if (others.length === 0) return { value: day };
  return {
    mistake: `"${typed}" may be ${[day, ...others].join(' or ')}: please write one of them`,
  };
}

/** 46171 -> 2026-05-29 */
function dayOfNumber(typed: string): string | undefined {
  const number = Number(typed);
  if (!/^\d{5}$/.test(typed) || number < FIRST_DAY || number >= LAST_DAY) return undefined;
  return new Date((number - UNIX_DAY) * DAY).toISOString().slice(0, 10);
}

/**
 * The date or time that a spreadsheet program has stored as a number, such as 46171.375: an author would not understand
 * the number. Undefined for other words.
 */
export function momentIn(words: string): string | undefined {
  if (!/^\d+(?:[.,]\d+)?$/.test(words)) return undefined;
  const number = Number(words.replace(',', '.'));
  const [isDay, isTime] = [number >= FIRST_DAY && number < LAST_DAY, number % 1 !== 0];
  if (!isDay && number >= 1) return undefined;
  const minutes = Math.round((number - UNIX_DAY) * 24 * 60);
  const moment = new Date(minutes * 60_000).toISOString();
  const parts = [isDay && moment.slice(0, 10), isTime && moment.slice(11, 16)];
  return parts.filter(Boolean).join(' ') || undefined;
}

/** Weekdays and months as people write them in English and German; three letters of a month and two of a day are enough. */
const [WEEKDAYS, MONTHS] = [
  namesOf({ weekday: 'long' }, 7, (at) => at * DAY),
  namesOf({ month: 'long' }, 12, (at) => Date.UTC(1970, at, 15)),
];

function namesOf(style: Intl.DateTimeFormatOptions, count: number, at: (index: number) => number) {
  return ['en', 'de'].flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => ({
      index,
      name: format.format(at(index)).toLowerCase(),
    }));
  });
}

function isMeant(typed: string, day: string, at: number): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)(?:[ T]0?0:00(?::00)?)?$/.exec(typed);
  if (iso) return Number(iso[1]) === year && Number(iso[2]) === month && Number(iso[3]) === date;
  const text = typed
    .toLowerCase()
    .replaceAll(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    // 2026年5月29日, as spreadsheet programs in East Asia write it.
    .replace(/^(?:(\d{4})[年년] ?)?(\d\d?)[月월] ?(\d\d?)[日일]$/, '$3.$2.$1');
  const words = text.match(/\p{L}+/gu) ?? [];
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  if (words.length === 1 && /^(?:day|tag)$/.test(words[0] ?? '')) {
    return numbers.length === 1 && numbers[0] === at + 1;
  }
  // The first of January 1970 was a Thursday.
  const weekday = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY) % 7;
  const named = words.map((word) => ({
    isWeekday: isNamed(WEEKDAYS, word, weekday, 2),
    isMonth: isNamed(MONTHS, word, month - 1, 3),
  }));
  if (named.some(({ isWeekday, isMonth }) => !isWeekday && !isMonth)) return false;
  const years = numbers.filter((number) => number > 999);
  if (years.some((number) => number !== year)) return false;
  const [first, second, third] = numbers.filter((number) => number <= 999);
  const isYear = (number: number | undefined) => number === undefined || number === year % 100;
  if (first === undefined) return named.some(({ isWeekday }) => isWeekday);
  if (named.some(({ isMonth }) => isMonth)) {
    return first === date && isYear(second) && third === undefined;
  }
  if (second === undefined) {
    const isAlone = words.length === 0 && years.length === 0;
    return first === date || (isAlone && first === at + 1);
  }
  const isAmerican = !text.includes('.') && first === month && second === date;
  return ((first === date && second === month) || isAmerican) && isYear(third);
}

function isNamed(
  names: readonly { index: number; name: string }[],
  word: string,
  index: number,
  shortest: number,
): boolean {
  if (word.length < shortest) return false;
  return names.some((each) => each.index === index && each.name.startsWith(word));
}

const CLOCK = /^(\d{1,2})(?:[:.h](\d\d)(?::00)?)?\s*(?:uhr|h|([ap])\.?m\.?)?$/i;

/**
 * Reads a time, however it is written: "9:00", "09.00", "2:15 pm", or the part of a day that a cell without a format
 * shows, such as 0.375.
 */
export function readTime(typed: string): ReadCell {
  const mistake = `"${typed}" is no time such as 09:30`;
  if (/^0?[.,]\d+$/.test(typed)) return timeOf(Math.round(Number(typed.replace(',', '.')) * 1440));
  const [whole, hours, minutes = '0', half] = CLOCK.exec(typed) ?? [];
  if (whole === undefined) return { mistake };
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return { mistake };
  const from = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (from > 23 || Number(minutes) > 59) return { mistake };
  return timeOf(from * 60 + Number(minutes));
}

/** Reads the length of a presentation in minutes: "20", "20 min" or the time 0:20. */
export function readMinutes(typed: string): number | undefined {
  const [, hours = '0', minutes] =
    /^(?:(\d):)?(\d{1,3})\s*(?:min(?:utes?|\.)?|')?$/i.exec(typed) ?? [];
  const length = Number(hours) * 60 + Number(minutes);
  return length > 0 && length < 24 * 60 ? length : undefined;
}

/** The time so many minutes later; undefined on the next day. */
export function timeAfter(time: string, minutes: number): string | undefined {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const after = hour * 60 + minute + minutes;
  return after < 24 * 60 ? timeOf(after).value : undefined;
}

function timeOf(minutes: number): { value: string } {
  const two = (number: number) => String(number).padStart(2, '0');
  return { value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
}
