import type { Conference } from '#contract/content/shapes/conference-shape.ts';
import { dayAfter, dayOf } from '#contract/content/calendar-days.ts';
import { endIn, momentAt } from '#contract/content/moments.ts';
import type { Moment } from '#contract/content/opening.ts';

type Facts = Pick<Conference, 'bankTransfer' | 'dates' | 'ways'>;

/**
 * The end of the last day for a bank transfer that is chosen now: never after the day before the conference begins.
 * Undefined if transfers are off, or no day is left.
 */
export function transferEnd({ bankTransfer, dates, ways }: Facts, now: Date): Moment | undefined {
  if (!bankTransfer || ways?.includes('transfer') === false) return undefined;
  const { timezone, start } = dates;
  const today = dayOf(now, timezone);
  const last = [dayAfter(today, bankTransfer.days), dayAfter(start, -1)].toSorted()[0];
  return last === undefined || last <= today ? undefined : endIn(dates, { day: last });
}

/** The end of a payment's last day, in words: the end at midnight belongs to the day before. */
export function lastDayOf(expiresAt: string, { dates }: Pick<Conference, 'dates'>): string {
  return momentAt(new Date(Date.parse(expiresAt) - 1).toISOString(), dates).day;
}
