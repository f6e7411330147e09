import { dayOf } from '#contract/content/calendar-days.ts';
import type { Content } from '#contract/content.ts';
import { isGroupName } from '#contract/person-name.ts';
import { authorParts } from '#features/programme/citations.ts';
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
import { type Xml, xml } from '#documents/xml.ts';

/** The longest name that Crossref takes. */
const LONGEST_NAME = 60;

/**
 * The deposit of DOIs at Crossref, schema 5.4.0: the book as proceedings, and each contribution as an abstract in it. The
 * content has the address of the book and all about its DOIs. `at` is the time at which it is made.
 */
export function makeCrossref(content: Content, contributions: readonly Cited[], at: Date): string {
  const { conference } = content;
  const { doi } = conference.abstracts.book;
  const stamp = at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const batch = xml`<?xml version="1.0" encoding="UTF-8"?>
<doi_batch xmlns="http://www.crossref.org/schema/5.4.0" xmlns:ai="http://www.crossref.org/AccessIndicators.xsd" xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.crossref.org/schema/5.4.0 https://www.crossref.org/schemas/crossref5.4.0.xsd" version="5.4.0">
<head>
<doi_batch_id>${conference.referencePrefix.toLowerCase()}-${stamp}</doi_batch_id>
<timestamp>${stamp}</timestamp>
<depositor>
<depositor_name>${doi?.depositor?.name}</depositor_name>
<email_address>${doi?.depositor?.email}</email_address>
</depositor>
<registrant>${doi?.registrant}</registrant>
</head>
<body>
<conference>
${eventOf(content)}
${proceedingsOf(content, at)}
${contributions.map((each) => paperOf(content, each, at))}
</conference>
</body>
</doi_batch>
`;
  return batch.xml;
}

function eventOf({ conference }: Content): Xml {
  const { fullTitle, name, city, country, dates } = conference;
  const [start, end] = [dates.start, dates.end].map((day) => day.split('-').map(Number));
  const [startYear = 0, startMonth = 0, startDay = 0] = start ?? [];
  const [endYear = 0, endMonth = 0, endDay = 0] = end ?? [];
  return xml`<event_metadata>
<conference_name>${fullTitle}</conference_name>
<conference_acronym>${name}</conference_acronym>
<conference_location>${city}, ${country}</conference_location>
<conference_date start_month="${startMonth}" start_year="${startYear}" start_day="${startDay}" end_month="${endMonth}" end_year="${endYear}" end_day="${endDay}">${dates.text}</conference_date>
</event_metadata>`;
}

function proceedingsOf(content: Content, at: Date): Xml {
  const book = citedBook(content, dayOf(at, content.conference.dates.timezone));
  return xml`<proceedings_metadata language="${book.language}">
<proceedings_title>${book.title}</proceedings_title>
<publisher>
<publisher_name>${book.publisher}</publisher_name>
<publisher_place>${book.publisherPlace}</publisher_place>
</publisher>
${dateOf(book.published)}
${book.isbn === undefined ? xml`<noisbn reason="monograph"/>` : xml`<isbn>${book.isbn}</isbn>`}
${doiData(namesOfBook(content))}
</proceedings_metadata>`;
}

function paperOf(content: Content, contribution: Cited, at: Date): Xml {
  const { reference, title, authors, pages } = contribution;
  const { published, language, licence } = citedBook(
    content,
    dayOf(at, content.conference.dates.timezone),
  );
  const paragraphs = paragraphsOf(contribution);
  return xml`<conference_paper language="${language}" publication_type="abstract_only">
<contributors>
${authors.map(authorOf)}
</contributors>
<titles>
<title>${title}</title>
</titles>
${paragraphs.length === 0 ? undefined : xml`<jats:abstract>${paragraphs.map((each) => xml`<jats:p>${each}</jats:p>`)}</jats:abstract>`}
${dateOf(published)}
${pages && pagesElement(pages)}
<publisher_item>
<item_number item_number_type="article_number">${reference}</item_number>
</publisher_item>
${licence === undefined ? undefined : licenceOf(licence)}
${doiData({ doi: doiOf(content, contribution), url: urlOf(content, contribution) })}
</conference_paper>
`;
}

function pagesElement({ first, last }: { first: number; last: number }): Xml {
  return xml`<pages>
<first_page>${first}</first_page>
${last === first ? undefined : xml`<last_page>${last}</last_page>`}
</pages>`;
}

function authorOf(author: CitedAuthor, at: number): Xml {
  const { name, orcid, isGroup } = author;
  const sequence = at === 0 ? 'first' : 'additional';
  if (isGroup || isGroupName(name)) {
    return xml`<organization sequence="${sequence}" contributor_role="author">${name}</organization>
`;
  }
  const { given, family, suffix } = authorParts(author);
  const affiliations = affiliationsOf(author);
  return xml`<person_name sequence="${sequence}" contributor_role="author">
${given === '' ? undefined : xml`<given_name>${given.slice(0, LONGEST_NAME)}</given_name>`}
<surname>${family.slice(0, LONGEST_NAME)}</surname>
${suffix === undefined ? undefined : xml`<suffix>${suffix}</suffix>`}
${
  affiliations.length === 0
    ? undefined
    : xml`<affiliations>
${affiliations.map(
  (
    each,
  ) => xml`<institution><institution_name>${each.name}</institution_name>${each.ror === undefined ? undefined : xml`<institution_id type="ror">${each.ror}</institution_id>`}</institution>
`,
)}</affiliations>`
}
${orcid === undefined ? undefined : xml`<ORCID authenticated="false">https://orcid.org/${orcid}</ORCID>`}
</person_name>
`;
}

function licenceOf(url: string): Xml {
  return xml`<ai:program name="AccessIndicators">
<ai:license_ref applies_to="vor">${url}</ai:license_ref>
</ai:program>`;
}

function dateOf(day: string): Xml {
  const [year = '', month = '', ofMonth = ''] = day.split('-');
  return xml`<publication_date media_type="online">
<month>${month}</month>
<day>${ofMonth}</day>
<year>${year}</year>
</publication_date>`;
}

function doiData({ doi, url }: ReturnType<typeof namesOfBook>): Xml {
  return xml`<doi_data>
<doi>${doi}</doi>
<resource>${url}</resource>
</doi_data>`;
}
