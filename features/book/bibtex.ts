import type { Content } from '#contract/content.ts';
import {
  authorParts,
  type Cited,
  citedBook,
  doiOf,
  keywordsOf,
  pageRange,
  paragraphsOf,
  urlOf,
} from './citation-facts.ts';

/**
 * The contributions as entries for BibTeX and Biber, in UTF-8. The key of an entry is the reference of the abstract, so it
 * stays the same if a title or a name is corrected. `date` is the day on which the entries are made.
 */
export function makeBibtex(
  content: Content,
  contributions: readonly Cited[],
  date: string,
): string {
  const book = citedBook(content, date);
  return contributions
    .map((contribution) => {
      const { reference, title, authors } = contribution;
      const keywords = keywordsOf(contribution);
      const paragraphs = paragraphsOf(contribution);
      const fields: [name: string, value: string | undefined][] = [
        ['author', authors.map(authorOf).join(' and ')],
        // The second braces keep the letters as they are: some styles write titles in small letters.
        ['title', `{${escaped(title)}}`],
        ['booktitle', `{${escaped(book.title)}}`],
        ['eventtitle', `{${escaped(book.conference)}}`],
        ['year', book.published.slice(0, 4)],
        ['pages', pageRange(contribution, '--')],
        ['address', escaped(book.place)],
        ['publisher', escaped(book.publisher)],
        ['isbn', book.isbn],
        ['doi', doiOf(content, contribution)],
        ['url', urlOf(content, contribution)],
        ['keywords', keywords.length > 0 ? escaped(keywords.join(', ')) : undefined],
        ['abstract', paragraphs.length > 0 ? escaped(paragraphs.join('\n\n')) : undefined],
      ];
      const lines = fields.flatMap(([name, value]) =>
        value === undefined ? [] : [`  ${name} = {${value}},\n`],
      );
      return `@inproceedings{${reference},\n${lines.join('')}}\n`;
    })
    .join('\n');
}

/** A name with “and” or a comma inside is one word for BibTeX. */
function authorOf(author: Cited['authors'][number]): string {
  const { given, family } = authorParts(author);
  const part = (text: string) => (/,|\band\b/i.test(text) ? `{${escaped(text)}}` : escaped(text));
  return given === '' ? `{${escaped(family)}}` : `${part(family)}, ${part(given)}`;
}

/** BibTeX counts braces even behind a backslash, so a brace in a text is written by its name. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

function escaped(text: string): string {
  return text.replace(/[\\{}~^$&#_%]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
