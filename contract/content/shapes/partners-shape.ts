import * as z from 'zod/mini';
import { noTwins, picture, text, webAddress } from '#contract/content/content-fields.ts';

/** For a partner without a logo, the site shows one of its drawings. */
const Partner = z.strictObject({ name: text, logo: z.optional(picture) });
export type Partner = z.output<typeof Partner>;

/** Sponsors of one level, such as Gold. */
const Level = z.strictObject({
  level: text,
  entries: z
    .array(z.strictObject({ name: text, logo: z.optional(picture), url: z.optional(webAddress) }))
    .check(z.minLength(1), noTwins('name')),
});
export type Level = z.output<typeof Level>;

export const Partners = z.strictObject({
  /** The strip of logos. Without partners there is none. */
  partners: z._default(z.array(Partner).check(noTwins('name')), []),
  /** The highest level first. */
  sponsors: z._default(z.array(Level).check(noTwins('level')), []),
});
