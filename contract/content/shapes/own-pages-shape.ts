import * as z from 'zod/mini';
import { text } from '#contract/content/content-fields.ts';

/** The front matter of a page of the conference's own: pages/travel.md has the address /travel. */
export const OwnPageFacts = z.strictObject({
  /** The heading of the page. */
  title: text,
  description: text,
  /** A paragraph below the heading. */
  intro: z.optional(text),
  /** Without it, only links in texts lead to the page. */
  menu: z.optional(
    z.strictObject({
      place: z.enum(['header', 'footer']),
      /** The place in the menu, from 1; without it the page is the last. */
      order: z.optional(z.int().check(z.minimum(1, 'must be 1 or more'))),
      /** The words of the link; without them the title. */
      name: z.optional(text),
    }),
  ),
});

export type OwnPage = z.output<typeof OwnPageFacts> & {
  /** The address, such as /travel. */
  path: string;
  /** The file below the folder of the conference: pages/travel.md. */
  file: string;
  markdown: string;
  /** The number of lines of the file before the Markdown. */
  linesBefore: number;
};
