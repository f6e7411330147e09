import { contributionLengths, MOST_AUTHORS } from '#contract/abstract.ts';
import { orcidOf } from '#contract/identifiers/orcid.ts';
import { isAddition, isGroupName } from '#contract/person-name.ts';
import { personLengths } from '#contract/person.ts';
import { line } from '#contract/text.ts';
import { NotUnderstood } from '#server/operations/plan.ts';
import { type AbstractAuthor, namedIn, writtenName } from './abstract-authors.ts';

/**
 * Authors as one line that people type and read: “Ada Kowalska* (TU Dresden), Bea Weiss (ETH; EMPA) 0000-0002-1825-0097”.
 * A star marks those who present. Semicolons between the authors allow commas in their names.
 */
export function authorsInWords(authors: readonly AbstractAuthor[]): string {
  const words = authors.map(({ affiliation, orcid, presents, ...named }) =>
    [`${writtenName(named)}${presents ? '*' : ''}`, affiliation && `(${affiliation})`, orcid]
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
  for (const character of inPlainSigns(typed).trim()) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth < 0) break;
    for (const separator of separators) {
      if (character === separator && depth === 0) parts[separator].push('');
      else parts[separator].push(`${parts[separator].pop() ?? ''}${character}`);
    }
  }
  if (depth !== 0) throw new NotUnderstood('Authors: a bracket is missing.');
  const separator = separators.find((each) => parts[each].length > 1) ?? ',';
  const all = parts[separator]
    .map((part) => part.trim().replace(/[;,]$/, '').replace(CONJUNCTION, ''))
    .filter((part) => part !== '');
  const whole = withAdditions(separator === ',' ? all.flatMap(joined) : all);
  const isPairs = whole.length % 2 === 0 && whole.every((part) => /^[^\s{(]+$/.test(part));
  if (separator === ',' && isPairs && whole.length > 0) {
    throw new NotUnderstood(
      'Authors: write first names before family names, or semicolons between the authors.',
    );
  }
  return whole;
}

/** The commas, semicolons and brackets of Chinese, Japanese and Arabic. */
function inPlainSigns(typed: string): string {
  return typed.replaceAll(
    /[，、،；؛（）]/gu,
    (sign) => ({ '；': ';', '؛': ';', '（': '(', '）': ')' })[sign] ?? ',',
  );
}

const CONJUNCTION = /^(?:and|und|et|&)\s+(?!al\b)(?:the (?=.*\p{Lu}))?/u;

/** Two authors who are joined by “and”, or a person and the group; the name of a group may have an “and” of its own. */
function joined(part: string): string[] {
  const [, person, group] = /^([^({]+?)\s+(?:for|on behalf of) the\s+(.*)$/su.exec(part) ?? [];
  if (person && group && !isGroupName(person) && isGroupName(group)) return [person, group];
  const [, before = '', after = ''] = /^([^({]+?)\s+((?:and|und|et|&)\s.+)$/s.exec(part) ?? [];
  const other = after.replace(CONJUNCTION, '');
  if (before === '' || other === after) return [part];
  return isGroupName(before) && !isGroupName(other) ? [part] : [before, ...joined(other)];
}

/** Degrees and the like after a comma belong to the name before them. */
function withAdditions(parts: readonly string[]): string[] {
  const whole: string[] = [];
  for (const part of parts) {
    const before = whole.at(-1);
    const [, addition = '', rest = ''] = /^([^(*]*)(.*)$/s.exec(part) ?? [];
    if (before !== undefined && isAddition(addition)) {
      const [, name = '', more = ''] = /^([^(*]*)(.*)$/s.exec(before) ?? [];
      whole.splice(-1, 1, `${name.trim()}, ${addition.trim()}${more || rest}`);
    } else whole.push(part);
  }
  return whole;
}

const separators = ['\n', ';', ','] as const;
type Separator = (typeof separators)[number];

const ENDS_WITH_ID = /\s[<([]?(?:https?:\/\/orcid\.org\/)?[\d-]{15,}[\dX][>)\]]?$/i;
/** A number, a small letter or a dagger behind a name, or alone. */
const MARKS = /[†‡§¶¹²³⁰⁴-⁹ᵃ-ᶻ\]]|\p{L}[\d,]+$|^[\d,]+$|(?:^|\s)\p{Ll}$/u;
const NOBODY =
  /^(?:(?:et )?al|coll|others|u\.? ?a|a\.? ?o|m\. ?fl|i in|otros|altri|autres|(?:co-?)?workers|mitarbeiter(?:innen)?|и др)\.?$|\s(?:et al|and others)\.?$/iu;
/** A name, an affiliation in brackets, and a star at either. */
const AUTHOR = /^([^()]*)(?:\((.*)\))?([\s*]*)$/s;

function readAuthor(typed: string): AbstractAuthor {
  const id = ENDS_WITH_ID.exec(typed)?.[0] ?? '';
  const orcid = id === '' ? undefined : orcidOf(id.replaceAll(/[<>()[\]]/g, ''));
  if (id !== '' && orcid === undefined) {
    throw new NotUnderstood(`Authors: “${id.trim()}” is not an ORCID iD.`);
  }
  const [, named = '', placed = '', end = ''] =
    AUTHOR.exec(typed.slice(0, typed.length - id.length)) ?? [];
  const name = line(personLengths.name).safeParse(named.replaceAll('*', ''));
  if (NOBODY.test(named.trim())) {
    throw new NotUnderstood(
      `Authors: “${named.trim()}” names nobody: name every author, or a group.`,
    );
  }
  if (!isGroupName(named) && !named.includes('{') && MARKS.test(named.trim())) {
    throw new NotUnderstood(
      `Authors: “${typed}” has a mark of an affiliation: write the affiliation in brackets, such as Ada Kowalska (TU Dresden).`,
    );
  }
  const affiliation =
    placed.trim() === '' ? '' : line(contributionLengths.affiliation).safeParse(placed).data;
  if (!name.success || affiliation === undefined || /[<>|@•]|\s\/\s/.test(named)) {
    throw new NotUnderstood(
      `Authors: “${typed}” is not a name with an affiliation in brackets, such as Ada Kowalska (TU Dresden).`,
    );
  }
  return { ...namedIn(name.data), affiliation, orcid, presents: `${named}${end}`.includes('*') };
}
