import * as z from 'zod/mini';
import { id, noTwins, text } from '#contract/content/content-fields.ts';

const Option = z.strictObject({ id, name: text });
/** One choice of a dropdown of the abstract form. Every abstract stores the id, so an id must never change. */
export type Option = z.output<typeof Option>;

export const Sessions = z.strictObject({
  /** The list on /sessions, and the sessions that an author can choose in the abstract form. */
  sessions: z.array(Option).check(noTwins('id')),
  interestAreas: z.array(Option).check(noTwins('id')),
});
export type Sessions = z.output<typeof Sessions>;
