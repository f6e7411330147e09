import type { Period } from '#contract/content/periods.ts';
import { timestamp } from '#server/identity.ts';

/** The moment before which something must have happened for its period to be over now. */
export function cutoffOf(now: Date, period: Period): string {
  return timestamp(before(now, period));
}

/**
 * The same for data whose period begins with the end of the conference, or with its own day if that is later. Undefined
 * as long as the end of the conference is too near for any period to be over.
 */
export function cutoffAfter(conferenceEnd: Date, now: Date, period: Period): string | undefined {
  const cutoff = before(now, period);
  return conferenceEnd <= cutoff ? timestamp(cutoff) : undefined;
}

/** The same for data whose period begins with the end of its year: the first moment of the oldest year that has to stay. */
export function cutoffOfYears(now: Date, period: Period): string {
  return timestamp(new Date(Date.UTC(before(now, period).getUTCFullYear(), 0, 1)));
}

/** The end of a conference's last day, in whatever time zone: a purge may be half a day late, never early. */
export function endOf(lastDay: string): Date {
  return new Date(Date.parse(lastDay) + 36 * 60 * 60_000);
}

function before(now: Date, { count, unit }: Period): Date {
  if (unit === 'day') return new Date(now.getTime() - count * 24 * 60 * 60_000);
  const moved = new Date(now);
  moved.setUTCMonth(moved.getUTCMonth() - count * (unit === 'year' ? 12 : 1));
  // A month before the 31st of March there is no 31st: the last day of February, not the third of March.
  if (moved.getUTCDate() !== now.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
