import { dayAfter, firstIn, localeOf } from './calendar-days.ts';
import { withColon } from './languages.ts';
import type { moments } from './labels/moments.ts';
import { fillPlaceholders } from './placeholders.ts';

/** The language of the words about a stay, and the label for its days. */
export type StayWords = { language: string; phrases: Pick<typeof moments, 'nights'> };

/** The hotel of a room and its first night; `firstNight` is absent if the conference has not set it. */
export type Lodging = { hotel: string; firstNight?: string | undefined; words: StayWords };

/** A stay in a room: `from` is the day of arrival, and `until` is the day of departure. */
export type Stay = { hotel: string; from?: string | undefined; until?: string | undefined };

export function stayAt(
  { hotel, firstNight }: Pick<Lodging, 'hotel' | 'firstNight'>,
  nights: number,
): Stay {
  if (firstNight === undefined) return { hotel };
  return { hotel, from: firstNight, until: dayAfter(firstNight, nights) };
}

/** "Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026" */
export function stayText(stay: Stay, words: StayWords): string {
  const nights = nightsText(stay, words);
  return nights === undefined ? stay.hotel : withColon(stay.hotel, nights, words.language);
}

/** "Thu May 28 to Sun May 31, 2026"; undefined if the stay has no days. */
export function nightsText(
  { from, until }: Stay,
  { language, phrases }: StayWords,
): string | undefined {
  if (from === undefined || until === undefined) return undefined;
  const year = (date: string) => date.slice(0, 4);
  const isOneYear = year(from) === year(until);
  const isYearFirst = beginsWithYear(language);
  return fillPlaceholders(phrases.nights, {
    from: shortDay(from, language, { hasYear: isYearFirst || !isOneYear }),
    until: shortDay(until, language, { hasYear: !isYearFirst || !isOneYear }),
  });
}

/** Whether a day begins with its year, as in 2026年5月28日. */
function beginsWithYear(language: string): boolean {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' });
  return format.formatToParts(0)[0]?.type === 'year';
}

/** 2026-05-28 -> Thu May 28, 2026; in German Do., 28. Mai 2026 */
export function shortDay(
  date: string,
  language: string,
  { hasYear }: { hasYear: boolean },
): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    // In Polish a day has the genitive of its month, which only the long names have: 27 maja.
    month: /^pl(?:-|$)/.test(language) ? 'long' : 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(hasYear && { year: 'numeric' }),
  });
  const text = format.format(new Date(`${date}T00:00:00Z`));
  return language === 'en' ? text.replace(',', '') : firstIn(language, text);
}
