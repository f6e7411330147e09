import type { Content } from '#contract/content.ts';
import {
  type Cited,
  citedBook,
  doiOf,
  keywordsOf,
  listedName,
  paragraphsOf,
  urlOf,
} from './citation-facts.ts';

/** The contributions in the RIS format of reference managers. `date` is the day on which the entries are made. */
export function makeRis(content: Content, contributions: readonly Cited[], date: string): string {
  const book = citedBook(content, date);
  return contributions
    .map((contribution) => {
      const { reference, title, authors, pages } = contribution;
      const fields: [tag: string, value: string | undefined][] = [
        ['TY', 'CPAPER'],
        ['ID', reference],
        ...authors.map((author): [string, string] => ['AU', listedName(author)]),
        ['TI', title],
        ['T2', book.conference],
        ['C3', book.title],
        ['PY', book.published.slice(0, 4)],
        ['DA', `${book.start.replaceAll('-', '/')}/`],
        ['SP', pages && String(pages.first)],
        ['EP', pages && String(pages.last)],
        ['CY', book.place],
        ['C1', book.publisherPlace],
        ['PB', book.publisher],
        ['SN', book.isbn],
        ['DO', doiOf(content, contribution)],
        ['UR', urlOf(content, contribution)],
        ...keywordsOf(contribution).map((word): [string, string] => ['KW', word]),
        ['AB', paragraphsOf(contribution).join(' ') || undefined],
        ['ER', ''],
      ];
      return fields
        .flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${oneLine(value)}\r\n`]))
        .join('');
    })
    .join('\r\n');
}

/** A line begins a new field. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
