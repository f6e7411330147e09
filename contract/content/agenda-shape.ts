import * as z from 'zod/mini';
import { clockTime, noTwins, text } from './content-fields.ts';

const AgendaItem = z
  .strictObject({ start: clockTime, end: clockTime, title: text, text: z.optional(text) })
  .check(
    z.refine(({ start, end }) => start < end, { path: ['end'], error: 'must be after the start' }),
  );
export type AgendaItem = z.output<typeof AgendaItem>;

/** The position in the list is the day of the conference. */
const AgendaDay = z.strictObject({
  label: text,
  items: z.array(AgendaItem),
  /** Shown after the items for as long as the programme of the day is not complete. */
  placeholder: z.optional(text),
});

export const Agenda = z.strictObject({
  days: z.array(AgendaDay).check(z.minLength(1), noTwins('label')),
});
