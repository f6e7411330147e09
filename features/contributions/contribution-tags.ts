import { dayOf } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';
import type { ContributionText } from './contributions.ts';
import { contributionPath, filePath, sharePath } from './contribution-address.ts';
import { entriesOf } from '#server/abstract/organisations.ts';
import { jsonLd } from './public-head.ts';
import type { PublishedContribution } from './published-contributions.ts';

/** The first authors of a contribution in one line. */
export function namesOf({ authors }: Pick<PublishedContribution, 'authors'>): string {
  return beginningOf(authors.map(({ name }) => name).join(', '), 120);
}

/** The beginning of the abstract, or else the authors, for results of a search and previews of a link. */
export function descriptionOf(
  { authors }: PublishedContribution,
  { plain }: ContributionText,
): string {
  const text = plain.replaceAll(/\s+/g, ' ');
  if (text === '') return authors.map(({ name }) => name).join(', ');
  return beginningOf(text, 200);
}

/** The whole words of a text up to a length. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;
}

/**
 * The tags by which Google Scholar and reference managers recognise a paper
 * (https://scholar.google.com/intl/en/scholar/inclusion.html#indexing), and the same for other search engines. Each author
 * is followed by the own institutions.
 */
export function contributionTags(
  content: Content,
  contribution: PublishedContribution,
  { text, origin }: { text: ContributionText; origin: string },
): Markup {
  const { conference, base, language } = content;
  const { reference, title, authors, keywords, file, shownAt, doi } = contribution;
  const address = `${origin}${base}${contributionPath(reference)}`;
  const path = file && filePath(reference, file);
  const tags: [name: string, value: string | undefined][] = [
    ['title', title],
    ...authors.flatMap((author): [string, string | undefined][] => [
      ['author', author.name],
      ...entriesOf(author.affiliation).map((each): [string, string] => [
        'author_institution',
        each,
      ]),
      ['author_orcid', author.orcid && `https://orcid.org/${author.orcid}`],
    ]),
    ['publication_date', conference.dates.start.replaceAll('-', '/')],
    ['online_date', dayOf(shownAt, conference.dates.timezone).replaceAll('-', '/')],
    ['conference_title', conference.fullTitle],
    ['publisher', conference.organiser.legalName],
    ['language', language],
    ['keywords', keywords.length > 0 ? keywords.join('; ') : undefined],
    ['doi', doi],
    ['abstract_html_url', address],
    ['pdf_url', path?.endsWith('.pdf') ? `${origin}${base}${path}` : undefined],
  ];
  const metas = tags.map(([name, value]) =>
    value === undefined ? html`` : html`<meta name="citation_${name}" content="${value}" /> `,
  );
  return html`${metas} ${jsonLd(articleOf(content, contribution, { text, origin, address }))}`;
}

/** A description for search engines: https://schema.org/ScholarlyArticle, as JSON-LD. */
function articleOf(
  { conference, language }: Content,
  contribution: PublishedContribution,
  { text: { plain }, origin, address }: { text: ContributionText; origin: string; address: string },
) {
  const { title, authors, keywords, licence, shownAt, reference, doi } = contribution;
  const terms = conference.abstracts.website?.licences.find(({ name }) => name === licence);
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': address,
    url: address,
    headline: title,
    name: title,
    identifier:
      doi === undefined
        ? reference
        : [reference, { '@type': 'PropertyValue', propertyID: 'doi', value: doi }],
    ...(doi !== undefined && { sameAs: `https://doi.org/${doi}` }),
    author: authors.map((author) => ({
      '@type': author.isGroup ? 'Organization' : 'Person',
      ...(author.orcid !== undefined && { '@id': `https://orcid.org/${author.orcid}` }),
      name: author.name,
      affiliation: entriesOf(author.affiliation).map((name) => ({ '@type': 'Organization', name })),
    })),
    ...(plain !== '' && { abstract: plain }),
    ...(keywords.length > 0 && { keywords }),
    datePublished: dayOf(shownAt, conference.dates.timezone),
    inLanguage: language,
    ...(terms && { license: terms.url }),
    image: `${origin}${sharePath(reference)}`,
    publisher: { '@type': 'Organization', name: conference.organiser.legalName },
    isPartOf: {
      '@type': 'Event',
      '@id': `${origin}/#conference`,
      name: conference.fullTitle,
      startDate: conference.dates.start,
      endDate: conference.dates.end,
      location: { '@type': 'Place', name: `${conference.city}, ${conference.country}` },
    },
  };
}
