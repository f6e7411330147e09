import type { Content } from '#contract/content.ts';
import { bibtexOf, type Citation, cslOf, escaped, risOf } from '#features/programme/citations.ts';
import { texOf } from './abstract-markup.ts';
import type { ContributionText } from './contributions.ts';
import { contributionPath } from './contribution-address.ts';
import type { PublishedContribution } from './published-contributions.ts';

/** The formats in which a contribution can be cited, by the end of their address. */
export const citeFormats = {
  'cite.bib': {
    name: 'BibTeX',
    type: 'application/x-bibtex; charset=utf-8',
    make: bibtexOf,
  },
  'cite.ris': {
    name: 'RIS',
    type: 'application/x-research-info-systems; charset=utf-8',
    make: risOf,
  },
  'cite.json': {
    name: 'CSL-JSON',
    type: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    make: (cited: Citation) => `${JSON.stringify([cslOf(cited)], undefined, 2)}\n`,
  },
} as const;

export function isCiteFormat(name: string): name is keyof typeof citeFormats {
  return Object.hasOwn(citeFormats, name);
}

/** The page of a contribution is what is cited, in its first language. */
export function citationOf(
  { conference }: Content,
  { reference, title, authors, keywords, doi }: PublishedContribution,
  { text: { source, plain }, origin }: { text: ContributionText; origin: string },
): Citation {
  return {
    reference,
    title,
    authors,
    keywords,
    container: `${conference.name}: ${conference.fullTitle}`,
    event: conference.fullTitle,
    place: `${conference.city}, ${conference.country}`,
    start: conference.dates.start,
    end: conference.dates.end,
    published: conference.dates.start,
    publisher: conference.organiser.legalName,
    publisherPlace: conference.organiser.city,
    doi,
    url: `${origin}${contributionPath(reference)}`,
    abstract: plain === '' ? undefined : plain,
    abstractTex: source === '' ? undefined : texOf(source, escaped),
  };
}
