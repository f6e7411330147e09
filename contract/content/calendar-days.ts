/** Turns days as the files of content/ write them (`2026-05-29`) into days as the pages write them. */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 2026-05-29 -> May 29, 2026 */
export function dayText(date: string): string {
  const { year, month, day } = partsOf(date);
  return `${month} ${day}, ${year}`;
}

/** 2026-05-29 -> Friday, May 29, 2026 */
export function weekdayText(date: string): string {
  return `${weekdayOf(date)}, ${dayText(date)}`;
}

/** 2026-05-29 -> Friday */
export function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
}

/** 2026-05-29, 2026-05-30 -> May 29-30, 2026. A month or year that both days share appears once. */
export function daysText(start: string, end: string): string {
  const [from, to] = [partsOf(start), partsOf(end)];
  if (start === end) return dayText(start);
  if (from.year !== to.year) return `${dayText(start)} - ${dayText(end)}`;
  if (from.month !== to.month) return `${from.month} ${from.day} - ${dayText(end)}`;
  return `${from.month} ${from.day}-${to.day}, ${from.year}`;
}

export function dayAfter(date: string, days = 1): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The day that it is at an instant in a time zone. */
export function dayOf(instant: Date | string, timeZone: string): string {
  // The Swedish locale writes days like this.
  return new Date(instant).toLocaleDateString('sv-SE', { timeZone });
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

function partsOf(date: string) {
  const [year = '', month, day] = date.split('-');
  return { year, month: months[Number(month) - 1] ?? '', day: Number(day) };
}
