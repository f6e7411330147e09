import * as z from 'zod/mini';
import { textWith } from '#contract/content/content-fields.ts';
import { withAdded } from '#contract/content/feature-texts.ts';
import { yourRegistration } from '#contract/content/sentences/your-registration.ts';
import { wordsOf } from './words-shape.ts';

const { change, handOver, ...others } = yourRegistration;

const Own = z.strictObject({
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
});

/** The texts of a participant's own page, /registration/TOKEN. */
export const YourRegistration = withAdded('yourRegistration', Own);
export type YourRegistration = z.output<typeof YourRegistration>;
