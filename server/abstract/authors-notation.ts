import { contributionLengths, MOST_AUTHORS } from '#contract/abstract.ts';
import { orcidOf } from '#contract/orcid.ts';
import { personLengths } from '#contract/person.ts';
import { line } from '#contract/text.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import type { AbstractAuthor } from './abstract-authors.ts';

/**
 * Authors as one line that people type and read: “Ada Kowalska* (TU Dresden), Bea Weiss (ETH; EMPA) 0000-0002-1825-0097”.
 * A star marks those who present. Semicolons between the authors allow commas in their names.
 */
export function authorsInWords(authors: readonly AbstractAuthor[]): string {
  const words = authors.map(({ name, affiliation, orcid, presents }) =>
    [`${name}${presents ? '*' : ''}`, affiliation && `(${affiliation})`, orcid]
      .filter(Boolean)
      .join(' '),
  );
  return words.join(authors.some(({ name }) => name.includes(',')) ? '; ' : ', ');
}

/** Reads such a line; nobody from an empty one. Without a star the first author presents. */
export function readAuthors(typed: string): AbstractAuthor[] {
  const parts = partsOf(typed);
  if (parts.length > MOST_AUTHORS) {
    throw new NotUnderstood(`Authors: these are more than ${MOST_AUTHORS}.`);
  }
  const authors = parts.map(readAuthor);
  const isMarked = authors.some(({ presents }) => presents);
  return authors.map((author, at) => ({
    ...author,
    presents: isMarked ? author.presents : at === 0,
  }));
}

/** Splits at the line ends; in one line at the semicolons outside brackets, or else at the commas. */
function partsOf(typed: string): string[] {
  const parts: Record<Separator, string[]> = { '\n': [''], ';': [''], ',': [''] };
  let depth = 0;
  for (const character of typed.trim()) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth < 0) break;
    for (const separator of separators) {
      if (character === separator && depth === 0) parts[separator].push('');
      else parts[separator].push(`${parts[separator].pop() ?? ''}${character}`);
    }
  }
  if (depth !== 0) throw new NotUnderstood('Authors: a bracket is missing.');
  const separator = separators.find((each) => parts[each].length > 1) ?? ',';
  return parts[separator]
    .map((part) => part.trim().replace(/[;,]$/, ''))
    .filter((part) => part !== '');
}

const separators = ['\n', ';', ','] as const;
type Separator = (typeof separators)[number];

const ENDS_WITH_ID = /\s(?:https?:\/\/orcid\.org\/)?[\d-]{15,}[\dX]$/i;
/** A name, an affiliation in brackets, and a star at either. */
const AUTHOR = /^([^()]*)(?:\((.*)\))?([\s*]*)$/s;

function readAuthor(typed: string): AbstractAuthor {
  const id = ENDS_WITH_ID.exec(typed)?.[0] ?? '';
  const orcid = id === '' ? undefined : orcidOf(id);
  if (id !== '' && orcid === undefined) {
    throw new NotUnderstood(`Authors: “${id.trim()}” is not an ORCID iD.`);
  }
  const [, named = '', placed = '', end = ''] =
    AUTHOR.exec(typed.slice(0, typed.length - id.length)) ?? [];
  const name = line(personLengths.name).safeParse(named.replaceAll('*', ''));
  const affiliation =
    placed.trim() === '' ? '' : line(contributionLengths.affiliation).safeParse(placed).data;
  if (!name.success || affiliation === undefined) {
    throw new NotUnderstood(
      `Authors: “${typed}” is not a name with an affiliation in brackets, such as Ada Kowalska (TU Dresden).`,
    );
  }
  return { name: name.data, affiliation, orcid, presents: `${named}${end}`.includes('*') };
}
