import * as z from 'zod/mini';
import { id, noTwins, ownAddress, picture, text } from '#contract/content/content-fields.ts';

const speakerTypes = ['Keynote Speaker', 'Plenary Speaker', 'Invited Speaker'] as const;

const SpeakerEntry = z.strictObject({
  id,
  name: text,
  title: z.optional(text),
  university: z.optional(text),
  type: z.optional(z.enum(speakerTypes)),
  bio: z.optional(text),
  imageUrl: z.optional(picture),
  /** The address on this site to which the name leads, such as that of a contribution. */
  link: z.optional(ownAddress),
});
export type SpeakerEntry = z.output<typeof SpeakerEntry>;

export const Speakers = z.pipe(
  z.strictObject({ speakers: z.array(SpeakerEntry).check(noTwins('id')) }),
  z.transform((file) => file.speakers),
);
