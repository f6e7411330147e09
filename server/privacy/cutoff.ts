import type { Period } from '#contract/content/periods.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';

/** The retention period of data that is older than the returned moment is over now. */
export function cutoffOf(now: Date, period: Period): string {
  return timestamp(before(now, period));
}

/**
 * The same for data whose period begins at the end of the conference, or on the day of the data if that day is later.
 * Undefined as long as no such period can be over.
 */
export function cutoffAfter(conferenceEnd: Date, now: Date, period: Period): string | undefined {
  const cutoff = before(now, period);
  return conferenceEnd <= cutoff ? timestamp(cutoff) : undefined;
}

/**
 * The same for data whose period begins at the end of its year: the first moment of the oldest year that has to stay.
 */
export function cutoffOfYears(now: Date, period: Period): string {
  return timestamp(new Date(Date.UTC(before(now, period).getUTCFullYear(), 0, 1)));
}

/** The end of a conference's last day in every time zone: a purge may be half a day late, never early. */
export function endOf(lastDay: string): Date {
  return new Date(Date.parse(lastDay) + 36 * 60 * 60_000);
}

function before(now: Date, { count, unit }: Period): Date {
  if (unit === 'day') return new Date(now.getTime() - count * DAY);
  const earlier = new Date(now);
  earlier.setUTCMonth(earlier.getUTCMonth() - count * (unit === 'year' ? 12 : 1));
  // February has no 31st: a month before the 31st of March is the last day of February, not the third of March.
  if (earlier.getUTCDate() !== now.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
