import { bibtexOf, type Citation, risOf } from '#features/programme/citations.ts';
import type { Content } from '#contract/content.ts';
import { bookTitleOf, type Paged } from './contribution.ts';

/** A contribution as libraries list it. */
export type Cited = Omit<Paged, 'authors'> & {
  authors: readonly (Paged['authors'][number] & { orcid: string | undefined })[];
  /** One line, separated by commas. */
  keywords: string | undefined;
};

/** The facts about the whole book that each of its entries repeats. */
export type CitedBook = {
  title: string;
  conference: string;
  place: string;
  publisher: string;
  publisherPlace: string;
  isbn: string | undefined;
  /** The day of publication: 2026-05-20. */
  published: string;
  /** The first day of the conference. */
  start: string;
};

/** `date` is the day on which the entries are made. */
export function citedBook(content: Content, date: string): CitedBook {
  const { conference } = content;
  const { book } = conference.abstracts;
  return {
    title: `${conference.name}: ${bookTitleOf(content)}`,
    conference: conference.fullTitle,
    place: `${conference.city}, ${conference.country}`,
    publisher: book.publisher ?? conference.organiser.legalName,
    publisherPlace: book.place ?? conference.organiser.city,
    isbn: book.isbn,
    published: book.published ?? date,
    start: conference.dates.start,
  };
}

/** The DOI of a contribution; undefined without a prefix. The reference never changes, and nobody else has it. */
export function doiOf({ conference }: Content, reference: string): string | undefined {
  const { doi } = conference.abstracts.book;
  return doi && `${doi.prefix}/${reference.toLowerCase()}`;
}

/** The address at which a contribution can be read; undefined without an address of the book. */
export function urlOf({ conference }: Content, reference: string): string | undefined {
  return conference.abstracts.book.url?.replaceAll('{reference}', reference);
}

/** The entries for BibTeX. `date` is the day on which the entries are made. */
export function makeBibtex(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): string {
  return contributions.map((each) => bibtexOf(citationOf(content, each, date))).join('\n');
}

/** The entries for reference managers. */
export function makeRis(content: Content, contributions: readonly Cited[], date: string): string {
  return contributions.map((each) => risOf(citationOf(content, each, date))).join('\r\n');
}

function citationOf(content: Content, contribution: Cited, date: string): Citation {
  const { reference, title, authors, keywords = '', first, last } = contribution;
  const { title: container, conference: event, ...book } = citedBook(content, date);
  return {
    ...book,
    container,
    event,
    reference,
    title,
    authors,
    keywords: keywords.split(/[,;]/).flatMap((word) => word.trim() || []),
    doi: doiOf(content, reference),
    url: urlOf(content, reference),
    pages: { first, last },
  };
}
