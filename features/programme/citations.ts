import { type CitedName, citedNameOf } from '#contract/person-name.ts';

/** A contribution as libraries and reference managers list it. */
export type Citation = {
  reference: string;
  title: string;
  authors: readonly { name: string; isGroup?: true }[];
  keywords: readonly string[];
  /** The book, or another place of publication. */
  container: string;
  event: string;
  place: string;
  /** The first and the last day of the conference. */
  start: string;
  end: string;
  /** The day of publication: 2026-05-20. */
  published: string;
  publisher: string;
  publisherPlace?: string;
  isbn?: string | undefined;
  doi?: string | undefined;
  url?: string | undefined;
  pages?: { first: number; last: number };
  abstract?: string | undefined;
  /** The same for LaTeX, with its formulas. */
  abstractTex?: string | undefined;
  /** Two letters of ISO 639-1. */
  language?: string | undefined;
};

/**
 * An entry for BibTeX and Biber, in UTF-8. Its key is the reference of the abstract, so it stays the same if a title or a name
 * is corrected.
 */
export function bibtexOf(cited: Citation): string {
  const { reference, pages, keywords, isbn, doi, url, abstract } = cited;
  const { abstractTex = abstract && escaped(abstract) } = cited;
  const fields: [name: string, value: string | undefined][] = [
    ['author', cited.authors.map(bibtexName).join(' and ')],
    // The second braces keep the letters as they are: some styles write titles in small letters.
    ['title', `{${escaped(cited.title)}}`],
    ['booktitle', `{${escaped(cited.container)}}`],
    ['eventtitle', `{${escaped(cited.event)}}`],
    ['year', yearOf(cited)],
    ['pages', pages && pagesIn(pages, '--')],
    ['address', escaped(cited.place)],
    ['publisher', escaped(cited.publisher)],
    ['isbn', isbn],
    ['doi', doi],
    ['url', url],
    ['keywords', keywords.length > 0 ? escaped(keywords.join(', ')) : undefined],
    ['abstract', abstractTex && oneLine(abstractTex)],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${value}},\n`],
  );
  return `@inproceedings{${reference},\n${lines.join('')}}\n`;
}

/** An entry in the RIS format of reference managers. */
export function risOf(cited: Citation): string {
  const { pages, abstract } = cited;
  const fields: [tag: string, value: string | undefined][] = [
    ['TY', 'CPAPER'],
    ['ID', cited.reference],
    ...cited.authors.map((author): [string, string] => ['AU', listedName(author)]),
    ['TI', cited.title],
    ['T2', cited.event],
    ['C3', cited.container],
    ['PY', yearOf(cited)],
    ['DA', `${cited.start.replaceAll('-', '/')}/`],
    ['SP', pages && String(pages.first)],
    ['EP', pages && String(pages.last)],
    ['CY', cited.place],
    ['C1', cited.publisherPlace],
    ['PB', cited.publisher],
    ['SN', cited.isbn],
    ['DO', cited.doi],
    ['UR', cited.url],
    ...cited.keywords.map((word): [string, string] => ['KW', word]),
    ['AB', abstract],
    ['ER', ''],
  ];
  return fields
    .flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${oneLine(value)}\r\n`]))
    .join('');
}

/** The entry of CSL-JSON, https://github.com/citation-style-language/schema. */
export function cslOf(cited: Citation) {
  const { pages, publisherPlace, isbn, doi, url, abstract, keywords, language } = cited;
  return {
    id: cited.reference,
    type: 'paper-conference',
    title: cited.title,
    author: cited.authors.map((author) => {
      const { given, family, suffix } = authorParts(author);
      if (given === '') return { literal: family };
      return { family, given, ...(suffix !== undefined && { suffix }) };
    }),
    'container-title': cited.container,
    'event-title': cited.event,
    'event-place': cited.place,
    'event-date': { 'date-parts': [cited.start, cited.end].map(dateParts) },
    issued: { 'date-parts': [dateParts(cited.published)] },
    publisher: cited.publisher,
    ...(publisherPlace !== undefined && { 'publisher-place': publisherPlace }),
    ...(pages && { page: pagesIn(pages, '-') }),
    ...(isbn !== undefined && { ISBN: isbn }),
    ...(doi !== undefined && { DOI: doi }),
    ...(url !== undefined && { URL: url }),
    ...(language !== undefined && { language }),
    ...(keywords.length > 0 && { keyword: keywords.join(', ') }),
    ...(abstract !== undefined && { abstract }),
  };
}

/**
 * A reference in words, as a list of literature has it. Names and titles stand alone, because each may be written from
 * the other side than the sentence.
 */
export function citedParts(cited: Citation): { words: string; standsAlone: boolean }[] {
  const names = cited.authors.map((author) => {
    const { given, family, suffix } = authorParts(author);
    return given === '' ? family : inParts(family, initialsOf(given), suffix);
  });
  const where = cited.doi === undefined ? (cited.url ?? '') : `https://doi.org/${cited.doi}`;
  const title = /[.?!]$/.test(cited.title) ? cited.title : `${cited.title}.`;
  const alone = (words: string) => ({ words, standsAlone: true });
  const between = (words: string) => ({ words, standsAlone: false });
  return [
    ...names.flatMap((name, at) => (at === 0 ? [alone(name)] : [between('; '), alone(name)])),
    between(` (${yearOf(cited)}). `),
    alone(title),
    between(` ${cited.event}, ${cited.place}. ${where}`.trimEnd()),
  ];
}

function initialsOf(given: string): string {
  return given
    .split(/\s+/)
    .map((name) =>
      name
        .split('-')
        .map(([letter = '']) => `${letter}.`)
        .join('-'),
    )
    .join(' ');
}

function dateParts(day: string): number[] {
  return day.split('-').map(Number);
}

/** The pages, with another dash for each format. */
export function pagesIn({ first, last }: NonNullable<Citation['pages']>, dash: string): string {
  return first === last ? String(first) : `${first}${dash}${last}`;
}

function yearOf({ published }: Citation): string {
  return published.slice(0, 4);
}

/** The parts of an author's name; the name of a group stays whole. */
export function authorParts({ name, isGroup }: Citation['authors'][number]): CitedName {
  return isGroup ? { given: '', family: name } : citedNameOf(name);
}

/** A name with “and” or a comma inside is one word for BibTeX. */
function bibtexName(author: Citation['authors'][number]): string {
  const { given, family, suffix } = authorParts(author);
  const part = (text: string) => (/,|\band\b/i.test(text) ? `{${escaped(text)}}` : escaped(text));
  // BibTeX wants the suffix in the middle.
  return given === ''
    ? `{${escaped(family)}}`
    : inParts(part(family), suffix && part(suffix), part(given));
}

/** BibTeX counts braces even behind a backslash, so a brace in a text is written by its name. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** A text whose signs LaTeX prints as they are. */
export function escaped(text: string): string {
  return text.normalize('NFC').replace(/[\\{}~^$&#_%]/g, (sign) => signs[sign] ?? `\\${sign}`);
}

/** A line begins a new field. */
function oneLine(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ');
}

/** A name as catalogues list it: "van der Berg, Jan", "Miller, Robert, Jr.". */
export function listedName(author: Citation['authors'][number]): string {
  const { given, family, suffix } = authorParts(author);
  return given === '' ? family : inParts(family, given, suffix);
}

function inParts(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}
