import { dayAfter } from './calendar-days.ts';

/** The hotel of a room and its first night; `firstNight` is absent if the conference has not set it. */
export type Lodging = { hotel: string; firstNight?: string | undefined };

/** A stay in a room: `from` is the day of arrival, and `until` is the day of departure. */
export type Stay = { hotel: string; from?: string | undefined; until?: string | undefined };

export function stayAt({ hotel, firstNight }: Lodging, nights: number): Stay {
  if (firstNight === undefined) return { hotel };
  return { hotel, from: firstNight, until: dayAfter(firstNight, nights) };
}

/** "Jade Willow Garden Hotel, Beijing, China: Thu May 28 to Sun May 31, 2026" */
export function stayText(stay: Stay): string {
  const nights = nightsText(stay);
  return nights === undefined ? stay.hotel : `${stay.hotel}: ${nights}`;
}

/** "Thu May 28 to Sun May 31, 2026"; undefined if the stay has no days. */
export function nightsText({ from, until }: Stay): string | undefined {
  if (from === undefined || until === undefined) return undefined;
  const year = (date: string) => date.slice(0, 4);
  const first =
    year(from) === year(until) ? shortDayText(from) : `${shortDayText(from)}, ${year(from)}`;
  return `${first} to ${shortDayText(until)}, ${year(until)}`;
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 2026-05-28 -> Thu May 28 */
export function shortDayText(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`)).replace(',', '');
}
