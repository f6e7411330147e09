import { type Expression, sql, type SqlBool } from 'kysely';
import { dayAfter, isDay } from '#contract/content/calendar-days.ts';
import { instantOf } from '#contract/content/moments.ts';
import { NotUnderstood } from '#server/operations/plan.ts';

/** Whole days by the clock of the conference: a month, a year, or the days from one to another. */
export type DateRange = {
  /** The first and the last day, both included. */
  first: string;
  last: string;
  /** The first moment of the range, and the first moment behind it, in UTC. */
  from: string;
  until: string;
  /** The range in a heading: "2026-05", "2026" or "2026-05-01 to 2026-06-15". */
  words: string;
};

/** A range as an organiser types it: `month`, `year`, or `from` and `until`, of which one may be left out. */
export type TypedRange = {
  month?: string | undefined;
  year?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** The typed range, or undefined if nothing was typed. Ranges that follow each other share no moment and miss none. */
export function readRange(typed: TypedRange, timeZone: string): DateRange | undefined {
  const { month, year, from, until } = typed;
  const ways = [month, year, from ?? until].filter((way) => way !== undefined);
  if (ways.length === 0) return undefined;
  if (ways.length > 1) {
    throw new NotUnderstood('A month, a year and days do not go together: please choose one.');
  }
  if (month !== undefined) {
    if (!isLikelyDay(`${month}-01`))
      throw new NotUnderstood(`“${month}” is no month such as 2026-05.`);
    return rangeOf(`${month}-01`, lastDayOf(month), month, timeZone);
  }
  if (year !== undefined) {
    if (!isLikelyDay(`${year}-01-01`))
      throw new NotUnderstood(`“${year}” is no year such as 2026.`);
    return rangeOf(`${year}-01-01`, `${year}-12-31`, year, timeZone);
  }
  for (const day of [from, until]) {
    if (day !== undefined && !isLikelyDay(day)) {
      throw new NotUnderstood(`“${day}” is no day such as 2026-05-20.`);
    }
  }
  if (from === undefined) return rangeOf(FIRST, until ?? LAST, `until ${until}`, timeZone);
  if (until === undefined) return rangeOf(from, LAST, `since ${from}`, timeZone);
  if (until < from) throw new NotUnderstood(`The range ends on ${until}, before it begins.`);
  return rangeOf(from, until, from === until ? from : `${from} to ${until}`, timeZone);
}

/** In a query: whether a moment is in the range. Without a range every moment is, and no moment, too. */
export function isIn(range: DateRange | undefined, moment: Expression<string | null>) {
  if (!range) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${moment} >= ${range.from} and ${moment} < ${range.until})`;
}

/** Whether a moment is in the range. */
export function isMomentIn(range: DateRange | undefined, moment: string): boolean {
  return !range || (moment >= range.from && moment < range.until);
}

/** In a query: whether a day, such as 2026-05-29, is in the range. */
export function isDayIn(range: DateRange | undefined, day: Expression<string | null>) {
  if (!range) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${day} >= ${range.first} and ${day} <= ${range.last})`;
}

function rangeOf(first: string, last: string, words: string, timeZone: string): DateRange {
  const from = instantOf(first, '00:00', timeZone);
  const until = instantOf(dayAfter(last), '00:00', timeZone);
  return { first, last, from, until, words };
}

/** The ends of a range of which only one day is typed. */
const FIRST = '2000-01-01';
const LAST = '2099-12-31';

/** Other centuries are mistyped. */
function isLikelyDay(text: string): boolean {
  return text.startsWith('20') && isDay(text);
}

function lastDayOf(month: string): string {
  const inNext = dayAfter(`${month}-28`, 4);
  return dayAfter(`${inNext.slice(0, 7)}-01`, -1);
}
