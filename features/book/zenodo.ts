import type { Content } from '#contract/content.ts';
import { listedName, pagesIn } from '#features/programme/citations.ts';
import { keywordsIn } from '#server/abstract/keywords.ts';
import {
  affiliationsOf,
  type Cited,
  type CitedAuthor,
  citedBook,
  doiOf,
  namesOfBook,
  paragraphsOf,
  urlOf,
} from './citation-facts.ts';

/** The body of a request that makes a deposition. */
export type ZenodoDeposition = { name: string; body: { metadata: Record<string, unknown> } };

/**
 * The depositions for Zenodo (https://developers.zenodo.org/#depositions): one of the book, and one of each contribution.
 * With a prefix they name the conference's own DOIs, and Zenodo registers none. `date` is the day on which they are made.
 */
export function makeZenodo(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): ZenodoDeposition[] {
  const { conference } = content;
  const { editors = [conference.organiser.legalName] } = conference.abstracts.book;
  const facts = citedBook(content, date);
  const book = namesOfBook(content);
  const shared = {
    upload_type: 'publication',
    publication_date: facts.published,
    access_right: 'open',
    license: licenceId(facts.licence),
    language: THREE_LETTERS[facts.language],
    conference_title: facts.conference,
    conference_acronym: conference.name,
    conference_dates: conference.dates.text,
    conference_place: facts.place,
    imprint_publisher: facts.publisher,
    imprint_place: facts.publisherPlace,
    imprint_isbn: facts.isbn,
  };
  return [
    {
      name: 'book',
      body: {
        metadata: {
          ...shared,
          publication_type: 'book',
          title: facts.title,
          creators: editors.map((name) => creator({ name, affiliation: '', orcid: undefined })),
          description: paragraph(facts.title),
          doi: book.doi,
        },
      },
    },
    ...contributions.map((each) => ({
      name: each.reference,
      body: { metadata: { ...shared, ...aboutContribution(content, each, facts.title) } },
    })),
  ];
}

function aboutContribution(content: Content, contribution: Cited, book: string) {
  const { reference, title, authors } = contribution;
  const paragraphs = paragraphsOf(contribution);
  const keywords = keywordsIn(contribution.keywords ?? '');
  const { doi } = namesOfBook(content);
  const url = urlOf(content, contribution);
  const related = [
    doi && { identifier: doi, relation: 'isPartOf', scheme: 'doi' },
    url && { identifier: url, relation: 'isIdenticalTo', scheme: 'url' },
  ].flatMap((each) => each || []);
  return {
    publication_type: 'conferencepaper',
    title,
    creators: authors.map(creator),
    // Zenodo demands a description.
    description: (paragraphs.length > 0 ? paragraphs : [`${title}. ${book}, ${reference}.`])
      .map(paragraph)
      .join(''),
    keywords: keywords.length > 0 ? keywords : undefined,
    doi: doiOf(content, contribution),
    partof_title: book,
    partof_pages: contribution.pages && pagesIn(contribution.pages, '-'),
    related_identifiers: related.length > 0 ? related : undefined,
  };
}

/** A deposition has no identifiers of organisations, only their names. */
function creator(author: CitedAuthor) {
  const affiliation = affiliationsOf(author)
    .map((each) => each.name)
    .join('; ');
  return {
    name: listedName(author),
    affiliation: affiliation === '' ? undefined : affiliation,
    orcid: author.orcid,
  };
}

/** A description is HTML. */
function paragraph(text: string): string {
  return `<p>${text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`;
}

/** The name of a licence at Zenodo; undefined for an address that is no licence of Creative Commons. */
export function licenceId(address = ''): string | undefined {
  const [, kind, version] =
    /^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/(\d\.\d)\b/.exec(
      address,
    ) ?? [];
  if (kind === undefined) return undefined;
  return `${kind === 'zero' ? 'cc0' : `cc-${kind}`}-${version}`;
}

/** Zenodo wants languages by the three letters of ISO 639-3. */
const THREE_LETTERS: Readonly<Record<string, string>> = {
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  pl: 'pol',
  pt: 'por',
  zh: 'zho',
};
