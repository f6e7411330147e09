import type { Content } from '#contract/content.ts';
import { isGroupName } from '#contract/person-name.ts';
import { type Xml, xml } from '#documents/xml.ts';
import { authorParts, listedName } from '#features/programme/citations.ts';
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

/** A record about one DOI. */
export type DataciteRecord = { name: string; doi: string; url: string; xml: string };

/**
 * The metadata of DOIs in the schema 4.6 of DataCite: a record of the book, and one of each contribution. The content has
 * `doi` and `url` of the book. `date` is the day on which they are made.
 */
export function makeDatacite(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): DataciteRecord[] {
  const book = namesOfBook(content);
  const records = [
    { name: 'book', ...book, about: aboutBook(content, date) },
    ...contributions.map((each) => ({
      name: each.reference,
      doi: doiOf(content, each),
      url: urlOf(content, each),
      about: aboutContribution(content, each, date),
    })),
  ];
  return records.map(({ name, doi = '', url = '', about }) => ({
    name,
    doi,
    url,
    xml: xml`<?xml version="1.0" encoding="UTF-8"?>
<resource xmlns="http://datacite.org/schema/kernel-4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://datacite.org/schema/kernel-4 https://schema.datacite.org/meta/kernel-4.6/metadata.xsd">
<identifier identifierType="DOI">${doi}</identifier>
${about}
${ofBoth(content, date)}
</resource>
`.xml,
  }));
}

function aboutBook(content: Content, date: string): Xml {
  const { title } = citedBook(content, date);
  const { editors = [] } = content.conference.abstracts.book;
  const { legalName } = content.conference.organiser;
  return xml`<creators>
${
  editors.length === 0
    ? xml`<creator><creatorName nameType="Organizational">${legalName}</creatorName></creator>`
    : editors.map((name) => creator({ name, affiliation: '', orcid: undefined }))
}
</creators>
<titles><title>${title}</title></titles>
<resourceType resourceTypeGeneral="ConferenceProceeding">Book of abstracts</resourceType>`;
}

function aboutContribution(content: Content, contribution: Cited, date: string): Xml {
  const { reference, title, authors, pages } = contribution;
  const book = citedBook(content, date);
  const keywords = keywordsIn(contribution.keywords ?? '');
  const paragraphs = paragraphsOf(contribution);
  const { doi } = namesOfBook(content);
  return xml`<creators>
${authors.map(creator)}</creators>
<titles><title>${title}</title></titles>
<resourceType resourceTypeGeneral="ConferencePaper">Conference abstract</resourceType>
${keywords.length === 0 ? undefined : xml`<subjects>${keywords.map((word) => xml`<subject>${word}</subject>`)}</subjects>`}
<alternateIdentifiers><alternateIdentifier alternateIdentifierType="Reference">${reference}</alternateIdentifier></alternateIdentifiers>
<relatedIdentifiers><relatedIdentifier relatedIdentifierType="DOI" relationType="IsPartOf" resourceTypeGeneral="ConferenceProceeding">${doi}</relatedIdentifier></relatedIdentifiers>
${paragraphs.length === 0 ? undefined : xml`<descriptions><description descriptionType="Abstract">${paragraphs.join('\n\n')}</description></descriptions>`}
<relatedItems><relatedItem relatedItemType="ConferenceProceeding" relationType="IsPublishedIn">
<relatedItemIdentifier relatedItemIdentifierType="DOI">${doi}</relatedItemIdentifier>
<titles><title>${book.title}</title></titles>
<publicationYear>${book.published.slice(0, 4)}</publicationYear>
${pages && xml`<firstPage>${pages.first}</firstPage><lastPage>${pages.last}</lastPage>`}
<publisher>${book.publisher}</publisher>
</relatedItem></relatedItems>`;
}

/** The order of these elements is free in the schema. */
function ofBoth(content: Content, date: string): Xml {
  const { publisher, published, licence, language } = citedBook(content, date);
  const { licence: terms } = content.conference.abstracts.book;
  return xml`<publisher>${publisher}</publisher>
<publicationYear>${published.slice(0, 4)}</publicationYear>
<dates><date dateType="Issued">${published}</date></dates>
<language>${language}</language>
${licence === undefined ? undefined : xml`<rightsList><rights rightsURI="${licence}">${terms?.text}</rights></rightsList>`}`;
}

function creator(author: CitedAuthor): Xml {
  const { name, orcid, isGroup } = author;
  const isOne = !isGroup && !isGroupName(name);
  const { given, family } = authorParts(author);
  return xml`<creator>
<creatorName nameType="${isOne ? 'Personal' : 'Organizational'}">${isOne ? listedName(author) : name}</creatorName>
${isOne && given !== '' ? xml`<givenName>${given}</givenName><familyName>${family}</familyName>` : undefined}
${orcid === undefined ? undefined : xml`<nameIdentifier schemeURI="https://orcid.org" nameIdentifierScheme="ORCID">https://orcid.org/${orcid}</nameIdentifier>`}
${affiliationsOf(author).map((each) =>
  each.ror === undefined
    ? xml`<affiliation>${each.name}</affiliation>`
    : xml`<affiliation affiliationIdentifier="${each.ror}" affiliationIdentifierScheme="ROR" schemeURI="https://ror.org">${each.name}</affiliation>`,
)}
</creator>
`;
}
