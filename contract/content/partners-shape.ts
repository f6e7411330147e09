import * as z from 'zod/mini';
import { noTwins, picture, text } from './content-fields.ts';

/** For a partner without a logo, the site shows one of its drawings. */
const Partner = z.strictObject({ name: text, logo: z.optional(picture) });
export type Partner = z.output<typeof Partner>;

export const Partners = z.pipe(
  z.strictObject({ partners: z.array(Partner).check(z.minLength(1), noTwins('name')) }),
  z.transform((file) => file.partners),
);
