import * as z from 'zod/mini';
import { isDay, weekdayText } from './calendar-days.ts';
import { fillPlaceholders } from './content-facts.ts';
import { combinations } from './labels/combinations.ts';
import { shortDayText } from './stay.ts';

const parts = ['morning', 'afternoon'] as const;

/** A day of the conference, or a half of it. */
export type ConferencePart = { day: string; part?: (typeof parts)[number] };

const PART = /^(\d{4}-\d\d-\d\d)(?: (morning|afternoon))?$/;
const EXPECTED = 'expected a day such as 2026-05-29, or a half such as 2026-05-29 morning';

/** "2026-05-29", or "2026-05-29 morning" */
export const conferencePart = z.pipe(
  z.string(EXPECTED).check(z.refine((text) => isDay(PART.exec(text)?.[1] ?? ''), EXPECTED)),
  z.transform((text): ConferencePart => {
    const [, day = '', half] = PART.exec(text) ?? [];
    const part = parts.find((each) => each === half);
    return { day, ...(part && { part }) };
  }),
);

/** The days of a ticket; absent if it is for the whole conference. */
export type TicketDays = readonly ConferencePart[] | undefined;

/** Whether a ticket lets its holder in on a day, or during a part of it. */
export function isTicketFor(days: TicketDays, { day, part }: ConferencePart): boolean {
  return (
    days === undefined ||
    days.some((each) => each.day === day && (!each.part || !part || each.part === part))
  );
}

/** "Fri May 29", or "Fri May 29, morning" */
export function partText({ day, part }: ConferencePart, dayText = shortDayText): string {
  const date = dayText(day);
  return part === undefined ? date : fillPlaceholders(combinations[part], { day: date });
}

/** "Fri May 29; Sat May 30, morning" */
export function ticketDaysText(days: readonly ConferencePart[]): string {
  return days.map((each) => partText(each)).join('; ');
}

/** "Friday, May 29, 2026; Saturday, May 30, 2026, morning" */
export function longTicketDaysText(days: readonly ConferencePart[]): string {
  return days.map((each) => partText(each, weekdayText)).join('; ');
}
