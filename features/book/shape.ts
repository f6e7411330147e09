import * as z from 'zod/mini';
import { email, isoDate, text, webAddress } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';

/** The book of abstracts, and the entries about its contributions for libraries. */
export const Book = z.strictObject({
  /** By default the title of `pages.documents.book`. */
  title: z.optional(text),
  /** By default the legal name of the organiser. */
  publisher: z.optional(text),
  /** The town of the publisher; by default that of the organiser. */
  place: z.optional(text),
  editors: z.optional(z.array(text).check(z.minLength(1))),
  isbn: z.optional(
    z
      .string()
      .check(
        z.refine(
          isIsbn,
          'expected an ISBN of 13 digits, such as 978-3-16-148410-0, and found another check digit or length',
        ),
      ),
  ),
  /** The terms of use, as the imprint says them, and their address. */
  licence: z.optional(z.strictObject({ text, url: z.optional(webAddress) })),
  /** The day of publication; by default the day on which the book is made. */
  published: z.optional(isoDate),
  /** The page where the book is published. With {reference} each contribution has a page of its own. */
  url: z.optional(webAddress),
  /** The DOIs: `registrant` and `depositor` are those of a member of Crossref, and DataCite needs neither. */
  doi: z.optional(
    z.strictObject({
      prefix: z
        .string()
        .check(z.regex(/^10\.\d{4,9}$/, 'expected the prefix of your DOIs, such as 10.12345')),
      registrant: z.optional(text),
      depositor: z.optional(z.strictObject({ name: text, email })),
    }),
  ),
});
export type Book = z.output<typeof Book>;

/** The book of abstracts. `missing` is on the page of a contribution without a PDF, `note` in the imprint. */
const BookWords = z.strictObject({
  title: text,
  contents: text,
  authors: text,
  missing: text,
  editors: text,
  publisher: text,
  contact: text,
  isbn: text,
  published: text,
  licence: text,
  note: text,
});

export const bookTexts: FeatureTexts = {
  facts: { conference: ['isbn', 'published', 'prefix'] },
  shapes: { abstracts: { book: z._default(Book, {}) }, documents: { book: BookWords } },
};

declare module '#contract/content/feature-texts.ts' {
  interface AddedToAbstracts {
    book: Book;
  }
  interface AddedToDocuments {
    book: z.output<typeof BookWords>;
  }
}

/** Whether the last of 13 digits is the check digit of the others. */
function isIsbn(typed: string): boolean {
  const digits = typed.replaceAll(/[-\s]/g, '');
  if (!/^97[89]\d{10}$/.test(digits)) return false;
  const sum = Array.from(digits).reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
