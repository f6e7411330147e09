import * as z from 'zod/mini';
import { isDay, weekdayText } from './calendar-days.ts';
import type { CombinationLabels } from './labels/combinations.ts';
import { fillPlaceholders } from './placeholders.ts';
import { shortDay } from './stay.ts';
import type { ConferencePart, WrittenPart } from './ticket-days.ts';

const PART = /^(\d{4}-\d\d-\d\d)(?: (morning|afternoon))?$/;
const EXPECTED = 'expected a day such as 2026-05-29, or a half such as 2026-05-29 morning';

/** "2026-05-29", or "2026-05-29 morning" */
export const conferencePart = z.pipe(
  z.string(EXPECTED).check(z.refine((text) => isDay(PART.exec(text)?.[1] ?? ''), EXPECTED)),
  z.transform((text): WrittenPart => {
    const [, day = '', half] = PART.exec(text) ?? [];
    const part = (['morning', 'afternoon'] as const).find((each) => each === half);
    return { day, ...(part && { part }) };
  }),
);

export function conferencePartIn(
  written: WrittenPart,
  { language, labels }: { language: string; labels: CombinationLabels },
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
