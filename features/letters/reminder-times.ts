import { dayAfter } from '#contract/content/calendar-days.ts';
import { instantOf } from '#contract/content/moments.ts';
import { DAY } from '#contract/time-spans.ts';
import { timestamp } from '#server/identity.ts';
import { clockAt } from '#server/reports/wall-clock.ts';
import type { Reminder } from './shape.ts';

/** The moments that decide when an unpaid order or change, or the author of an abstract, gets its reminders. */
export type Times = {
  /** When the order was made, the abstract sent, or its author told of the decision. */
  createdAt: string;
  /** The instants at which the ordered price and the sale end. */
  priceEndsAt?: string | undefined;
  closesAt?: string | undefined;
  /** The end of the last day for the bank transfer that the payer has chosen. */
  transferEndsAt?: string | undefined;
  /** The end of the time for what an author has not done. */
  authorsEndAt?: string | undefined;
};

/** The rules to authors, each with what its reader has not done. */
const AUTHORS = {
  answers_end: 'answer',
  edits_end: 'details',
  final_versions_end: 'finalVersion',
  revisions_end: 'revision',
  authors_register: 'registration',
} as const;
export type AuthorTask = (typeof AUTHORS)[keyof typeof AUTHORS];

/** The subject of a rule: unpaid orders, promised transfers, or something that authors have not done. */
export function aboutOf(rule: Reminder): 'order' | 'transfer' | AuthorTask {
  if ('after' in rule) return rule.after === 'registering' ? 'order' : 'details';
  const { before } = rule;
  if (before === 'price_ends' || before === 'registration_closes') return 'order';
  return before === 'transfer_due' ? 'transfer' : AUTHORS[before];
}

/** A rule with the moment from which its reminder goes out. */
export type DueReminder = { rule: Reminder; at: string };

/** The time of day of reminders, where the conference is. */
const MORNING = '09:00';

/** A reminder that is later than this is not written: new rules do not reach old orders all at once. */
export const LATEST_MS = 7 * DAY;

/**
 * Returns a function that finds the latest reminder that is due now, which also stands for earlier ones. A rule whose
 * moment lies before the order has none.
 */
export function reminderTimes(rules: readonly Reminder[], timeZone: string, now: Date) {
  const [from, until] = [timestamp(now, -LATEST_MS), timestamp(now)];
  const localTime = clockAt(timeZone);
  const mornings = new Map<string, string>();
  /** The morning so many days after the day of an instant, by the calendar of the conference. */
  const morningOf = (instant: string, days: number): string => {
    const day = dayAfter((localTime(instant) ?? now).toISOString().slice(0, 10), days);
    const morning = mornings.get(day) ?? instantOf(day, MORNING, timeZone);
    mornings.set(day, morning);
    return morning;
  };
  const momentOf = (rule: Reminder, times: Times): string | undefined => {
    if ('after' in rule) return morningOf(times.createdAt, rule.days);
    const end = {
      price_ends: times.priceEndsAt,
      registration_closes: times.closesAt,
      transfer_due: times.transferEndsAt,
      answers_end: times.authorsEndAt,
      edits_end: times.authorsEndAt,
      final_versions_end: times.authorsEndAt,
      revisions_end: times.authorsEndAt,
      authors_register: times.authorsEndAt,
    }[rule.before];
    // An end at midnight belongs to the day before it.
    return end === undefined ? undefined : morningOf(timestamp(new Date(end), -1), -rule.days);
  };
  return (times: Times): DueReminder | undefined =>
    rules
      .flatMap((rule) => {
        const at = momentOf(rule, times);
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
