import { countDays, dayAfter, dayText } from '#contract/content/calendar-days.ts';

/** The first days of two editions of a conference. */
export type Editions = { from: string; to: string };

/** Moves a day by whole weeks, so that it is on the same day of the week. */
function movedDay(day: string, { from, to }: Editions): string {
  const weeks = Math.round((countDays(from, to) - 1) / 7);
  return dayAfter(day, weeks * 7);
}

/** The first day a year later, on the same day of the week. */
export function yearLater(day: string): string {
  const later = dayAfter(day, 52 * 7);
  return later.slice(0, 4) === day.slice(0, 4) ? dayAfter(later, 7) : later;
}

/** Days further away than these from the conference are history, and stay. */
const BEFORE = 540;
const AFTER = 200;

/**
 * Moves all days in a text: those of the files, 2026-01-15, and those in words, "January 15, 2026". A number in which a
 * day stands by chance stays as it is.
 */
export function movedText(text: string, editions: Editions, languages: readonly string[]): string {
  const move = (day: string) => movedDay(day, editions);
  return eachDay(text, editions, languages, (day, write) => write(move(day)));
}

/** A text without its days, in which other years then stand out. */
export function withoutDays(
  text: string,
  editions: Editions,
  languages: readonly string[],
): string {
  return eachDay(text, editions, languages, () => '');
}

function eachDay(
  text: string,
  { from }: Editions,
  languages: readonly string[],
  replace: (day: string, write: (day: string) => string) => string,
): string {
  const { days, words, pattern } = daysAround(from, languages);
  return text
    .replaceAll(/(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])/g, (day) =>
      days.has(day) ? replace(day, (other) => other) : day,
    )
    .replaceAll(pattern, (written) => {
      const { day, language } = words.get(written) ?? {};
      if (day === undefined || language === undefined) return written;
      return replace(day, (other) => dayText(other, language));
    });
}

type WrittenDays = {
  days: ReadonlySet<string>;
  /** The days by their words. */
  words: ReadonlyMap<string, { day: string; language: string }>;
  pattern: RegExp;
};

/** A folder has hundreds of texts, and the days around its conference have thousands of words, so they are made once. */
const known = new Map<string, WrittenDays>();

function daysAround(from: string, languages: readonly string[]): WrittenDays {
  const key = [from, ...languages].join();
  const made = known.get(key);
  if (made) return made;
  const days = Array.from({ length: BEFORE + AFTER }, (_, at) => dayAfter(from, at - BEFORE));
  const words = new Map(
    languages.flatMap((language) =>
      days.map((day) => [dayText(day, language), { day, language }] as const),
    ),
  );
  const written = { days: new Set(days), words, pattern: wordsOf([...words.keys()]) };
  known.set(key, written);
  return written;
}

/** Moves days without a year, such as "Jan 15", in a text about a deadline of the year before the conference. */
export function movedShortDays(text: string, editions: Editions, language: string): string {
  const formats = (['short', 'long'] as const).map(
    (month) => new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
  );
  const days = Array.from({ length: 365 }, (_, at) => dayAfter(editions.from, at - 364));
  const words = new Map(
    formats.flatMap((format) => {
      const write = (day: string) => format.format(new Date(`${day}T00:00:00Z`));
      return days.map((day) => [write(day), write(movedDay(day, editions))] as const);
    }),
  );
  return text.replaceAll(wordsOf([...words.keys()]), (day) => words.get(day) ?? day);
}

function wordsOf(words: readonly string[]): RegExp {
  const alternatives = words
    .toSorted((one, other) => other.length - one.length)
    .map((each) => each.replaceAll('.', '\\.'));
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives.join('|')})(?!\\d|, \\d{4}| \\d{4})`, 'gu');
}
