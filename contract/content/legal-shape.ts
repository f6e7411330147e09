import * as z from 'zod/mini';
import { text } from './content-fields.ts';
import { pageWords, Points } from './page-words.ts';

const path = z
  .string()
  .check(z.regex(/^\/[a-z][a-z0-9-]*$/, 'expected an address of small letters such as /terms'));

/** Pages that a law or a bank wants: legal notice, terms, cancellation. There may be none. */
export const Legal = z.strictObject({
  pages: z.array(
    z.strictObject({
      path,
      /** The text of links to it. */
      link: text,
      ...pageWords,
      sections: z.array(Points).check(z.minLength(1)),
      reviewed: text,
    }),
  ),
  /** Their last heading, above the organiser's address. */
  contactHeading: text,
  /** Before the links to them at the buttons that pay. */
  paymentNote: text,
});
export type Legal = z.output<typeof Legal>;
