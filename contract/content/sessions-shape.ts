import * as z from 'zod/mini';
import { id, noTwins, text } from './content-fields.ts';

const Option = z.strictObject({ id, name: text });
/** One choice of a dropdown of the abstract form. The id is stored with every abstract, so it stays as it is. */
export type Option = z.output<typeof Option>;

export const Sessions = z.strictObject({
  /** The list of /sessions, and the choices of the abstract form's session. */
  sessions: z.array(Option).check(z.minLength(1), noTwins('id')),
  interestAreas: z.array(Option).check(z.minLength(1), noTwins('id')),
});
export type Sessions = z.output<typeof Sessions>;
