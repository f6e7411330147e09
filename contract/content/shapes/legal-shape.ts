import * as z from 'zod/mini';
import { text } from '#contract/content/content-fields.ts';
import { pageWords, Points } from '#contract/content/page-words.ts';

const path = z
  .string()
  .check(z.regex(/^\/[a-z][a-z0-9-]*$/, 'expected an address of small letters such as /terms'));

/** Pages that a law or a bank requires: legal notice, terms, cancellation. The list may be empty. */
export const Legal = z.strictObject({
  pages: z.array(
    z.strictObject({
      path,
      /** The text of links to the page. */
      link: text,
      ...pageWords,
      sections: z.array(Points).check(z.minLength(1)),
      reviewed: text,
    }),
  ),
  /** The last heading of each page, above the organiser's address. */
  contactHeading: text,
  /** The text before the links to these pages, beside the payment buttons. */
  paymentNote: text,
});
export type Legal = z.output<typeof Legal>;
