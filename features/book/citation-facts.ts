import type { Content } from '#contract/content.ts';
import { bibtexOf, type Citation, cslOf, risOf } from '#features/programme/citations.ts';
import { keywordsIn } from '#server/abstract/keywords.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { bookTitleOf, type Contribution } from './contribution.ts';

/** A contribution as libraries list it; everything that is optional stays out of its entry. */
export type Cited = Omit<Contribution, 'authors' | 'session' | 'number' | 'when'> & {
  authors: readonly CitedAuthor[];
  /** One line, separated by commas. */
  keywords: string | undefined;
  /** Its pages in the book. */
  pages?: { first: number; last: number } | undefined;
  /** The address of its own page; by default the one that the settings of the book name. */
  url?: string | undefined;
  /** By default the prefix of the conference with the reference. */
  doi?: string | undefined;
  /** The abstract as plain text, with empty lines between its paragraphs. */
  summary?: string | undefined;
};

export type CitedAuthor = Contribution['authors'][number] & {
  orcid: string | undefined;
  /** The entries of the affiliation with their identifiers, if somebody looked them up. */
  affiliations?: readonly Affiliation[];
};

/** `ror` is the address of the organisation in the Research Organization Registry. */
export type Affiliation = { name: string; ror?: string | undefined };

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
  /** The first and the last day of the conference. */
  start: string;
  end: string;
  /** Two letters of ISO 639-1, without a country, as registries know languages. */
  language: string;
  /** The address of the terms of use. */
  licence: string | undefined;
};

/** `date` is the day on which the entries are made. */
export function citedBook(content: Content, date: string): CitedBook {
  const { conference, language } = content;
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
    end: conference.dates.end,
    language: language.split('-', 1)[0] ?? language,
    licence: book.licence?.url,
  };
}

type Named = Pick<Cited, 'reference' | 'doi' | 'url'>;

/** The DOI of a contribution; undefined without a prefix. The reference never changes, and nobody else has it. */
export function doiOf(
  { conference }: Pick<Content, 'conference'>,
  { reference, doi: own }: Named,
): string | undefined {
  const { doi } = conference.abstracts.book;
  return own ?? (doi && `${doi.prefix}/${reference.toLowerCase()}`);
}

/**
 * The DOI of a contribution from the day on which the book is published, because a DOI that is not registered leads nowhere.
 * Only contributions whose authors agreed to the book are registered.
 */
export function registeredDoi(
  content: Pick<Content, 'conference'>,
  { reference, publishAt }: { reference: string; publishAt: string | undefined },
  day: string,
): string | undefined {
  const { published } = content.conference.abstracts.book;
  const isRegistered = publishAt !== undefined && published !== undefined && published <= day;
  return isRegistered ? doiOf(content, { reference }) : undefined;
}

/** The address at which a contribution can be read; undefined without an address of its own and of the book. */
export function urlOf({ conference }: Content, { reference, url }: Named): string | undefined {
  return url ?? conference.abstracts.book.url?.replaceAll('{reference}', reference);
}

/** The address that the book prints below a contribution. One of the whole book would be the same on every page. */
export function printedAddress(
  content: Content,
  { reference }: Pick<Named, 'reference'>,
  url: string | undefined,
): string | undefined {
  const doi = doiOf(content, { reference });
  if (doi !== undefined) return `https://doi.org/${doi}`;
  const isOwn = content.conference.abstracts.book.url?.includes('{reference}');
  return isOwn ? urlOf(content, { reference }) : url;
}

/** The DOI of the whole book, and its address: that of its contributions without a reference. */
export function namesOfBook(content: Content): {
  doi: string | undefined;
  url: string | undefined;
} {
  const reference = `${content.conference.referencePrefix}-book`;
  return { doi: doiOf(content, { reference }), url: urlOf(content, { reference: '' }) };
}

/** The entries of an author's affiliation. */
export function affiliationsOf({ affiliation, affiliations }: CitedAuthor): readonly Affiliation[] {
  return affiliations ?? entriesOf(affiliation).map((name) => ({ name }));
}

/** The paragraphs of the abstract. */
export function paragraphsOf({ summary = '' }: Pick<Cited, 'summary'>): string[] {
  return summary.split(/\n\s*\n/).flatMap((part) => part.replace(/\s+/g, ' ').trim() || []);
}

/** The keys of `abstracts: book` in conference.yaml without which a registry takes no entry. */
export function missingKeys(
  { conference }: Pick<Content, 'conference'>,
  wanted: readonly WantedKey[],
): WantedKey[] {
  const { doi, url, licence } = conference.abstracts.book;
  const has: Record<WantedKey, boolean> = {
    doi: doi !== undefined,
    'doi.registrant': doi === undefined || doi.registrant !== undefined,
    'doi.depositor': doi === undefined || doi.depositor !== undefined,
    url: url !== undefined,
    'licence.url': licence?.url !== undefined,
  };
  return wanted.filter((key) => !has[key]);
}

type WantedKey = 'doi' | 'doi.registrant' | 'doi.depositor' | 'url' | 'licence.url';

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

/** The entries for programs that set citations. */
export function makeCslJson(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): string {
  const items = contributions.map((each) => cslOf(citationOf(content, each, date)));
  return `${JSON.stringify(items, null, 2)}\n`;
}

function citationOf(content: Content, contribution: Cited, date: string): Citation {
  const { reference, title, authors, pages } = contribution;
  const { title: container, conference: event, ...book } = citedBook(content, date);
  return {
    ...book,
    container,
    event,
    reference,
    title,
    authors,
    keywords: keywordsIn(contribution.keywords ?? ''),
    doi: doiOf(content, contribution),
    url: urlOf(content, contribution),
    ...(pages && { pages }),
    abstract: paragraphsOf(contribution).join('\n\n') || undefined,
  };
}
