import { mailDomainOf } from '#contract/mail-domain.ts';
import { isSameName, normalised, searchable, searchWords } from '#contract/person-name.ts';
import { entriesOf, type FindOrganisation, isRelated } from '#server/abstract/organisations.ts';

/** A reviewer as far as the assignment is concerned. The texts are lines with several entries between semicolons. */
export type ReviewerFacts = {
  id: string;
  name: string;
  email: string;
  institute: string;
  /** Names, mail addresses or references of abstracts. */
  conflicts: string;
  /** The sessions that the reviewer covers; empty: all. */
  sessions: string;
  /** The ids of the topics that the reviewer knows well. */
  topics: string;
};

/** An abstract as far as the assignment is concerned. */
export type AbstractFacts = {
  id: string;
  reference: string;
  /** The id and the title of the session. */
  session: readonly string[];
  /** The addresses of the submitter and of the authors, if they are known. */
  emails: readonly string[];
  authors: readonly { name: string; affiliation: string }[];
};

/** The reason why a reviewer does not get an abstract. */
export type Hindrance = 'author' | 'named' | 'institute' | 'domain' | 'session';

/**
 * Returns the reason why a reviewer must not review an abstract; undefined if there is none. `find` knows the organisations
 * of affiliations that were looked up, which may have other names.
 */
export function hindranceOf(
  reviewer: ReviewerFacts,
  { id, reference, session, emails, authors }: AbstractFacts,
  find: FindOrganisation = () => undefined,
): Hindrance | undefined {
  const { name, email, institute } = reviewer;
  const isAuthor =
    emails.some((one) => normalised(one) === normalised(email)) ||
    authors.some((author) => isSameName(author.name, name));
  if (isAuthor) return 'author';
  const abstract = { reference, emails, names: authors.map((author) => author.name) };
  if (entriesOf(reviewer.conflicts).some((entry) => isNamed(entry, abstract))) return 'named';
  const institutes = entriesOf(institute);
  const affiliations = authors.flatMap(({ affiliation }) => entriesOf(affiliation));
  const theirs = affiliations.flatMap((other) => find(other, id) ?? []);
  const isOfOne = institutes.some((one) => {
    const organisation = find(one);
    return (
      affiliations.some((other) => isSameInstitute(one, other)) ||
      (organisation !== undefined && theirs.some((other) => isRelated(organisation, other)))
    );
  });
  if (isOfOne) return 'institute';
  const domain = mailDomainOf(email);
  if (domain !== undefined && emails.some((one) => mailDomainOf(one) === domain)) return 'domain';
  const covered = entriesOf(reviewer.sessions).map(normalised);
  const covers = covered.length === 0 || session.some((one) => covered.includes(normalised(one)));
  return covers ? undefined : 'session';
}

/** Whether an entry of the reviewer's conflicts names this abstract or one of its authors. */
export function isNamed(
  entry: string,
  {
    reference,
    emails,
    names,
  }: { reference: string; emails: readonly string[]; names: readonly string[] },
): boolean {
  const typed = normalised(entry);
  return (
    typed === normalised(reference) ||
    emails.some((email) => normalised(email) === typed) ||
    names.some((name) => isSameName(name, entry) || (isOneWord(typed) && hasWord(name, entry)))
  );
}

/**
 * Whether one name of an institute contains the other: "TU Berlin" and "Institute of Chemistry, TU Berlin, Germany".
 * One reviewer too few does less harm than a reviewer from the authors' institute.
 */
function isSameInstitute(one: string, other: string): boolean {
  return hasWord(one, other) || hasWord(other, one);
}

/** Whether a text contains some words as whole words, in any spelling. */
function hasWord(text: string, words: string): boolean {
  const bare = (spelling: string) => ` ${spelling.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const texts = searchable(text).split('\n').map(bare);
  return searchWords(words)
    .map(bare)
    .some((wanted) => wanted.trim() !== '' && texts.some((each) => each.includes(wanted)));
}

function isOneWord(typed: string): boolean {
  return !/\s/.test(typed);
}
