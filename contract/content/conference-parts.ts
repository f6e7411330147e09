import * as z from 'zod/mini';
import { isDay, weekdayText } from './calendar-days.ts';
import type { CombinationLabels } from './labels/combinations.ts';
import { fillPlaceholders } from './placeholders.ts';
import { shortDay } from './stay.ts';

const parts = ['morning', 'afternoon'] as const;

/** A day of the conference, or a half of it. */
type Written = { day: string; part?: (typeof parts)[number] };

/** A part with its words: "Fri May 29, morning", and on documents "Friday, May 29, 2026, morning". */
export type ConferencePart = Written & { words: string; longWords: string };

const PART = /^(\d{4}-\d\d-\d\d)(?: (morning|afternoon))?$/;
const EXPECTED = 'expected a day such as 2026-05-29, or a half such as 2026-05-29 morning';

/** "2026-05-29", or "2026-05-29 morning" */
export const conferencePart = z.pipe(
  z.string(EXPECTED).check(z.refine((text) => isDay(PART.exec(text)?.[1] ?? ''), EXPECTED)),
  z.transform((text): Written => {
    const [, day = '', half] = PART.exec(text) ?? [];
    const part = parts.find((each) => each === half);
    return { day, ...(part && { part }) };
  }),
);

export function conferencePartIn(
  written: Written,
  {
    language,
    labels,
  }: { language: string; labels: Pick<CombinationLabels, 'morning' | 'afternoon'> },
): ConferencePart {
  const { day, part } = written;
  const worded = (text: string) =>
    part === undefined ? text : fillPlaceholders(labels[part], { day: text });
  return {
    ...written,
    words: worded(shortDay(day, language, { hasYear: false })),
    longWords: worded(weekdayText(day, language)),
  };
}

/** The days of a ticket; absent if it is for the whole conference. */
export type TicketDays = readonly ConferencePart[] | undefined;

/** Whether a ticket lets its holder in on a day, or during a part of it. */
export function isTicketFor(days: TicketDays, { day, part }: Written): boolean {
  return (
    days === undefined ||
    days.some((each) => each.day === day && (!each.part || !part || each.part === part))
  );
}
