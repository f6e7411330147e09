import type { Content } from '#contract/content.ts';
import {
  authorParts,
  type Cited,
  type CitedAuthor,
  citedBook,
  doiOf,
  keywordsOf,
  pageRange,
  paragraphsOf,
  urlOf,
} from './citation-facts.ts';

/** The contributions as CSL-JSON, which Zotero, pandoc and citeproc read. `date` is the day on which they are made. */
export function makeCslJson(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): string {
  const book = citedBook(content, date);
  const items = contributions.map((contribution) => {
    const keywords = keywordsOf(contribution);
    const paragraphs = paragraphsOf(contribution);
    return {
      id: contribution.reference,
      type: 'paper-conference',
      title: contribution.title,
      author: contribution.authors.map(nameOf),
      'container-title': book.title,
      'event-title': book.conference,
      'event-place': book.place,
      'event-date': { 'date-parts': [book.start, book.end].map(partsOf) },
      issued: { 'date-parts': [partsOf(book.published)] },
      page: pageRange(contribution, '-'),
      publisher: book.publisher,
      'publisher-place': book.publisherPlace,
      ISBN: book.isbn,
      DOI: doiOf(content, contribution),
      URL: urlOf(content, contribution),
      language: content.language,
      keyword: keywords.length > 0 ? keywords.join(', ') : undefined,
      abstract: paragraphs.length > 0 ? paragraphs.join('\n\n') : undefined,
    };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
}

function nameOf(author: CitedAuthor) {
  const { given, family } = authorParts(author);
  return given === '' ? { literal: family } : { family, given };
}

function partsOf(day: string): number[] {
  return day.split('-').map(Number);
}
