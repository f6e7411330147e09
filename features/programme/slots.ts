import type { Content } from '#contract/content.ts';
import { people } from '#contract/content/labels/people.ts';
import { weekdayText } from '#contract/content/calendar-days.ts';
import { inOneLine } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';

/** The fields of a slot, as columns of `decisions`. */
export const slotFields = [
  'slot',
  'day',
  'starts',
  'ends',
  'room',
  'track',
  'chair',
  'number',
] as const;

/**
 * Time and place of a presentation, or the number of its poster. `slot` has the committee's words from before the times
 * are known; `day` is 2026-05-29, `starts` and `ends` are 09:00 by the clock of the conference.
 */
export type Slot = { [field in (typeof slotFields)[number]]?: string | undefined };

/** The fields of a slot alone. */
export function slotOf(from: Slot): Slot {
  const { slot, day, starts, ends, room, track, chair, number } = from;
  return { slot, day, starts, ends, room, track, chair, number };
}

export function isSameSlot(one: Slot, other: Slot): boolean {
  return slotFields.every((field) => one[field] === other[field]);
}

/** Organisers read English. */
const IN_ENGLISH = { language: 'en', labels: { people } };
type SlotWords = { language: string; labels: Pick<Content['labels'], 'people'> };

/**
 * A slot for letters and pages: "Friday, May 29, 2026, 09:00–09:20, Hall A", or "Poster P12". The committee's words
 * count until there is a day. Undefined if nothing is known.
 */
export function slotWords(
  { slot, day, starts, ends, room, number }: Slot,
  { language, labels }: SlotWords = IN_ENGLISH,
): string | undefined {
  const parts = [
    day === undefined ? slot : weekdayText(day, language),
    starts === undefined ? undefined : `${starts}–${ends}`,
    room,
  ].filter((part) => part !== undefined);
  if (number !== undefined) {
    const { poster, alsoPoster } = labels.people;
    parts.push(fillPlaceholders(parts.length === 0 ? poster : alsoPoster, { number }));
  }
  return parts.length === 0 ? undefined : inOneLine(parts, language);
}

/**
 * Whether a contribution is a poster, and so no item of the agenda: its Presentation begins with "poster", or it has the
 * number of a poster and no Presentation.
 */
export function isPoster({
  presentation,
  number,
}: Pick<Slot, 'number'> & { presentation?: string | undefined }): boolean {
  return presentation === undefined ? number !== undefined : /^e?-?poster/i.test(presentation);
}

/** Two spellings of one number, such as P1 and P01, have the same key. */
export function posterKey(number: string): string {
  const runs = number.toLowerCase().match(/\p{L}+|\d+/gu) ?? [number];
  return runs.map((run) => run.replace(/^0+(?=\d)/, '')).join(' ');
}
