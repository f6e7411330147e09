import { inOneLine, withColon } from '#contract/content/languages.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { contributionLengths, MOST_AUTHORS } from '#contract/abstract.ts';
import { orcidOf } from '#contract/identifiers/orcid.ts';
import { personLengths } from '#contract/person.ts';
import { line } from '#contract/text.ts';
import type { Content } from '#contract/content.ts';
import { type AbstractAuthor, namedIn, writtenName } from '#server/abstract/abstract-authors.ts';
import { keywordsIn } from '#server/abstract/keywords.ts';
import { type OwnAbstract } from './own-abstract.ts';
import type { Contribution } from './save-contribution.ts';

/** A row of the form, as typed. */
export type AuthorRow = { name: string; affiliation: string; orcid: string; presents: boolean };
/** The form as typed. */
export type TypedContribution = {
  title: string;
  rows: AuthorRow[];
  keywords: string;
  wish: string;
  isPublished: boolean;
};

const MOST_KEYWORDS = 10;
/** A form with more rows was not made by the page. */
const MOST_ROWS = 200;

/** The sentences about the fields of a form, by the names of the fields. */
export type FieldMistakes = ReadonlyMap<string, string>;

/** The entries of the form, as they are saved. */
export function typedOf({ abstract, authors }: OwnAbstract): TypedContribution {
  return {
    title: abstract.title ?? '',
    rows: authors.map((author) => ({
      name: writtenName(author),
      affiliation: author.affiliation,
      orcid: author.orcid ?? '',
      presents: author.presents,
    })),
    keywords: abstract.keywords ?? '',
    wish: abstract.wish ?? '',
    isPublished: abstract.publishAt !== undefined,
  };
}

/** Reads the entries of a form; the rows are in the order of their numbers. */
export function typedIn(entries: Readonly<Record<string, string>>): TypedContribution {
  const { title = '', keywords = '', wish = '', publish } = entries;
  const numbers = Object.keys(entries).flatMap((key) => /^name-(\d{1,3})$/.exec(key)?.[1] ?? []);
  const rows = numbers
    .map(Number)
    .toSorted((a, b) => a - b)
    .slice(0, MOST_ROWS)
    .map((number) => ({
      name: entries[`name-${number}`] ?? '',
      affiliation: entries[`affiliation-${number}`] ?? '',
      orcid: entries[`orcid-${number}`] ?? '',
      presents: entries[`presents-${number}`] !== undefined,
    }));
  return { title, rows, keywords, wish, isPublished: publish !== undefined };
}

/** Does what a button of the form says: `up-2`, `down-1`, `remove-3` or `more`. Nothing is saved. */
export function arranged(typed: TypedContribution, button: string): TypedContribution {
  const [what, number] = button.split('-');
  const at = Number(number) - 1;
  const rows = [...typed.rows];
  const [row] = Number.isInteger(at) && at >= 0 ? rows.splice(at, 1) : [];
  if (row && what === 'up') rows.splice(Math.max(0, at - 1), 0, row);
  if (row && what === 'down') rows.splice(at + 1, 0, row);
  return {
    ...typed,
    rows: row && !['up', 'down', 'remove'].includes(what ?? '') ? typed.rows : rows,
  };
}

/** Checks a form; the result has mistakes, or is what is saved. */
export function readContribution(
  { conference, yourAbstract, language }: Pick<Content, 'conference' | 'yourAbstract' | 'language'>,
  typed: TypedContribution,
  { wish: saved }: Pick<OwnAbstract['abstract'], 'wish'>,
): { contribution: Contribution } | { mistakes: FieldMistakes } {
  const said = yourAbstract.contribution;
  const { messages } = said;
  const mistakes = new Map<string, string>();
  const read = (field: string, longest: number, text: string, message: string): string => {
    const { data } = line(longest).safeParse(text);
    if (data === undefined) mistakes.set(field, message);
    return data ?? '';
  };
  const { title: longestTitle, affiliation, keywords: longestWords } = contributionLengths;
  // A title that is copied from a document may have several lines.
  const title = read('title', longestTitle, typed.title.replace(/\s+/g, ' '), messages.title);
  const authors = typed.rows.flatMap((row, at): AbstractAuthor[] => {
    if (isEmpty(row)) return [];
    const number = at + 1;
    const of = (label: string, message: string) =>
      withColon(
        inOneLine([fillPlaceholders(said.author, { number: String(number) }), label], language),
        message,
        language,
      );
    const orcid = row.orcid.trim() === '' ? undefined : orcidOf(row.orcid);
    if (row.orcid.trim() !== '' && orcid === undefined) {
      mistakes.set(`orcid-${number}`, of(said.orcid, messages.orcid));
    }
    return [
      {
        ...namedIn(
          read(`name-${number}`, personLengths.name, row.name, of(said.name, messages.name)),
        ),
        affiliation: read(
          `affiliation-${number}`,
          affiliation,
          row.affiliation,
          of(said.affiliation, messages.affiliation),
        ),
        orcid,
        presents: row.presents,
      },
    ];
  });
  choosePresenter(authors, messages, mistakes);
  const words = keywordsIn(typed.keywords);
  const keywords =
    words.length === 0
      ? undefined
      : read('keywords', longestWords, words.join(', '), messages.keywords);
  if (words.length > MOST_KEYWORDS) mistakes.set('keywords', messages.keywords);
  const { kinds } = conference.abstracts;
  // A wish from before the list was changed stays.
  const isOffered = typed.wish === '' || typed.wish === saved || kinds.includes(typed.wish);
  if (!isOffered) mistakes.set('wish', messages.wish);
  if (mistakes.size > 0) return { mistakes };
  const { isPublished } = typed;
  return { contribution: { title, authors, keywords, wish: typed.wish || undefined, isPublished } };
}

/** An only author presents; of several authors, the form says who. */
function choosePresenter(
  authors: AbstractAuthor[],
  messages: Content['yourAbstract']['contribution']['messages'],
  mistakes: Map<string, string>,
): void {
  const [only, ...others] = authors;
  if (!only) mistakes.set('name-1', messages.noAuthor);
  else if (authors.length > MOST_AUTHORS) mistakes.set('authors', messages.tooMany);
  else if (others.length === 0) only.presents = true;
  else if (!authors.some(({ presents }) => presents)) mistakes.set('authors', messages.presents);
}

function isEmpty({ name, affiliation, orcid }: AuthorRow): boolean {
  return `${name}${affiliation}${orcid}`.trim() === '';
}
