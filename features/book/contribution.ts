import type { Content } from '#contract/content.ts';
import { indexLetter, sortNameOf } from '#contract/person-name.ts';

/** A contribution in the book of abstracts. */
export type Contribution = {
  reference: string;
  title: string;
  authors: readonly { name: string; affiliation: string; isGroup?: true }[];
  session: { id: string; name: string };
  /** The number of the poster. */
  number: string | undefined;
  /** The time and room of the talk, in words. */
  when: string | undefined;
  /** The address at which readers find it: its DOI, or a page. */
  address?: string | undefined;
};

/** A contribution with its numbers of pages. */
export type Paged = Contribution & { first: number; last: number };

/** All that the book prints of a contribution, whose letters decide its forms of Chinese characters. */
export function textOf({ title, authors, session, number, when }: Contribution): string {
  const people = authors.flatMap(({ name, affiliation, isGroup }) => [
    name,
    affiliation,
    indexLetter(isGroup ? name : sortNameOf(name)),
  ]);
  return [title, ...people, session.name, number, when].join(' ');
}

/** The title of the book of abstracts. */
export function bookTitleOf({ conference, pages }: Pick<Content, 'conference' | 'pages'>): string {
  return conference.abstracts.book.title ?? pages.documents.book.title;
}
