import * as z from 'zod/mini';
import { textWith } from '#contract/content/content-fields.ts';
import { yourRegistration } from '#contract/content/sentences/your-registration.ts';
import { VisaLetter } from './visa-letter-shape.ts';
import { wordsOf } from './words-shape.ts';

const { visaLetter: _, change, handOver, ...others } = yourRegistration;

/** The texts of a participant's own page, /registration/TOKEN. */
export const YourRegistration = z.strictObject({
  ...wordsOf(others),
  /** A table says what these three said: they are not read any more. */
  change: z.strictObject({
    ...wordsOf(change),
    adds: z.optional(textWith(['part'])),
    givesUp: z.optional(textWith(['part'])),
    instead: z.optional(textWith(['was', 'becomes'])),
  }),
  /** `booked` is not read any more either. */
  handOver: z.strictObject({ ...wordsOf(handOver), booked: z.optional(textWith(['booked'])) }),
  /** Without this group nobody can ask for a letter. */
  visaLetter: z.optional(VisaLetter),
});
export type YourRegistration = z.output<typeof YourRegistration>;
