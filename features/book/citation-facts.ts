import { citedNameOf } from '#contract/person-name.ts';
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

/** The parts of an author's name; the name of a group stays whole. */
export function authorParts({ name, isGroup }: Cited['authors'][number]) {
  return isGroup ? { given: '', family: name } : citedNameOf(name);
}

export function keywordsOf({ keywords = '' }: Pick<Cited, 'keywords'>): string[] {
  return keywords.split(/[,;]/).flatMap((word) => word.trim() || []);
}
