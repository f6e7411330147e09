import { dayAfter } from '#contract/content/calendar-days.ts';
import type { Reminder } from '#contract/content/mails-shape.ts';
import { instantOf } from '#contract/content/moments.ts';
import { timestamp } from '#server/identity.ts';

/** The moments that decide when an unpaid order or change gets its reminders. */
export type Times = {
  createdAt: string;
  /** The instants at which the ordered price and the sale end. */
  priceEndsAt?: string | undefined;
  closesAt?: string | undefined;
};

/** A rule with the moment from which its reminder goes out. */
export type DueReminder = { rule: Reminder; at: string };

/** The time of day of reminders, where the conference is. */
const MORNING = '09:00';

const DAY = 24 * 60 * 60_000;
/** A reminder that is later than this is not written: new rules do not reach old orders all at once. */
export const LATEST_MS = 7 * DAY;

/**
 * The latest reminder that is due, which also stands for earlier ones. A rule whose moment lies before the order has
 * none.
 */
export function dueReminder(
  rules: readonly Reminder[],
  times: Times,
  { timeZone, now }: { timeZone: string; now: Date },
): DueReminder | undefined {
  const [from, until] = [timestamp(now, -LATEST_MS), timestamp(now)];
  return rules
    .flatMap((rule) => {
      const at = momentOf(rule, times, timeZone);
      return at === undefined ? [] : [{ rule, at }];
    })
    .filter(({ at }) => at > times.createdAt && at > from && at <= until)
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .at(-1);
}

/** The name of a rule in the keys of mails. */
export function nameOf(rule: Reminder): string {
  return 'after' in rule
    ? `${rule.days}-after-${rule.after}`
    : `${rule.days}-before-${rule.before}`;
}

function momentOf(rule: Reminder, times: Times, timeZone: string): string | undefined {
  if ('after' in rule) return morningOf(times.createdAt, rule.days, timeZone);
  const end = rule.before === 'price_ends' ? times.priceEndsAt : times.closesAt;
  if (end === undefined) return undefined;
  // An end at midnight belongs to the day before it.
  return morningOf(timestamp(new Date(end), -1), -rule.days, timeZone);
}

/** The morning so many days after the day of an instant, by the calendar of the conference. */
function morningOf(instant: string, days: number, timeZone: string): string {
  const day = new Date(instant).toLocaleDateString('sv-SE', { timeZone });
  return instantOf(dayAfter(day, days), MORNING, timeZone);
}
