import { mailDomainOf } from '#contract/mail-domain.ts';
import { isSameName, nameKey, normalised, searchable, searchWords } from '#contract/person-name.ts';
import {
  entriesOf,
  type FindOrganisation,
  isRelated,
  type Organisation,
} from '#server/abstract/organisations.ts';

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
  /** The most abstracts that the reviewer gets; absent: as conference.yaml says. */
  mostReviews?: number | undefined;
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

/** The reason why a reviewer does not get an abstract, and the name, institute or domain that it is about. */
export type Hindrance = {
  why: 'author' | 'named' | 'coauthor' | 'institute' | 'domain' | 'session';
  what: string;
};

export type Conflicts = {
  /** Returns the reason why a reviewer must not review an abstract; undefined if there is none. */
  hindranceOf: (reviewer: ReviewerFacts, abstract: AbstractFacts) => Hindrance | undefined;
  /** Whether an entry of a reviewer's conflicts names an abstract or one of its authors. */
  isNamed: (entry: string, abstract: AbstractFacts) => boolean;
};

/**
 * Compares reviewers with abstracts. `find` knows the organisations of affiliations that were looked up, which may have
 * other names. `all` are the abstracts of the conference: their co-authors do not review each other. Each text is prepared
 * once, because every reviewer is compared with every abstract.
 */
export function compareWithAuthors({
  find = () => undefined,
  all = [],
}: {
  find?: FindOrganisation;
  all?: readonly AbstractFacts[];
}): Conflicts {
  const abstractOf = remembered(prepareAbstract);
  const reviewerOf = remembered(prepareReviewer);
  const entryOf = remembered(prepareEntry);
  const keyOf = remembered(nameKey);
  return { hindranceOf, isNamed };

  function hindranceOf(reviewer: ReviewerFacts, abstract: AbstractFacts): Hindrance | undefined {
    const { email, entries, institutes, domain, sessions, coauthors } = reviewerOf(reviewer);
    const { names, emails, affiliations, organisations, domains, covered } = abstractOf(abstract);
    const own = sameName(names, reviewer.name) ?? (emails.includes(email) ? email : undefined);
    if (own !== undefined) return { why: 'author', what: own };
    const named = entries.find((entry) => isNamed(entry, abstract));
    if (named !== undefined) return { why: 'named', what: named };
    const coauthor = coauthors.find((name) => sameName(names, name) !== undefined);
    if (coauthor !== undefined) return { why: 'coauthor', what: coauthor };
    for (const { institute, texts, words, organisation } of institutes) {
      const isSame =
        affiliations.some(
          (other) => contains(texts, other.words) || contains(other.texts, words),
        ) ||
        (organisation && organisations.some((other) => isRelated(organisation, other)));
      if (isSame) return { why: 'institute', what: institute };
    }
    if (domain !== undefined && domains.includes(domain)) return { why: 'domain', what: domain };
    const covers = sessions.length === 0 || covered.some((one) => sessions.includes(one));
    return covers ? undefined : { why: 'session', what: abstract.session.at(-1) ?? '' };
  }

  function isNamed(entry: string, abstract: AbstractFacts): boolean {
    const { typed, words } = entryOf(entry);
    const { reference, emails, names, nameTexts } = abstractOf(abstract);
    return (
      typed === reference ||
      emails.includes(typed) ||
      sameName(names, entry) !== undefined ||
      // A family name alone means every author of that name.
      (!/\s/.test(typed) && nameTexts.some((texts) => contains(texts, words)))
    );
  }

  function prepareAbstract({ id, reference, session, emails, authors }: AbstractFacts) {
    const entries = authors.flatMap(({ affiliation }) => entriesOf(affiliation));
    const names = authors.map(({ name }) => name);
    return {
      reference: normalised(reference),
      names: Map.groupBy(names, keyOf),
      nameTexts: names.map(bareTexts),
      emails: emails.map(normalised),
      affiliations: [...new Set(entries)].map(instituteIn),
      organisations: entries.flatMap((entry): Organisation[] => {
        const organisation = find(entry, id);
        return organisation ? [organisation] : [];
      }),
      domains: emails.map(mailDomainOf),
      covered: session.map(normalised),
    };
  }

  function prepareReviewer({ name, email: typed, institute, conflicts, sessions }: ReviewerFacts) {
    const email = normalised(typed);
    const own = all.filter((abstract) => {
      const { emails, names } = abstractOf(abstract);
      return emails.includes(email) || sameName(names, name) !== undefined;
    });
    return {
      email,
      entries: entriesOf(conflicts),
      institutes: entriesOf(institute).map((entry) => {
        return { institute: entry, ...instituteIn(entry), organisation: find(entry) };
      }),
      domain: mailDomainOf(email),
      sessions: entriesOf(sessions).map(normalised),
      coauthors: own.flatMap(({ authors }) => authors.map((author) => author.name)),
    };
  }

  /** The spelling of a name among others by their keys. Different names may share a key. */
  function sameName(names: ReadonlyMap<string, string[]>, name: string): string | undefined {
    return names.get(keyOf(name))?.find((other) => isSameName(other, name));
  }

  function prepareEntry(entry: string) {
    return { typed: normalised(entry), words: bareWords(entry) };
  }
}

function remembered<Facts, Prepared>(prepare: (facts: Facts) => Prepared) {
  const known = new Map<Facts, Prepared>();
  return (facts: Facts): Prepared => {
    const before = known.get(facts);
    if (before !== undefined) return before;
    const prepared = prepare(facts);
    known.set(facts, prepared);
    return prepared;
  };
}

/**
 * An institute is the same as another one if the name of one contains that of the other: "TU Berlin" and "Institute of
 * Chemistry, TU Berlin, Germany". One reviewer too few does less harm than a reviewer from the authors' institute.
 */
function instituteIn(entry: string) {
  return { texts: bareTexts(entry), words: bareWords(entry) };
}

/** Whether one of the texts has one of the words as whole words. */
function contains(texts: readonly string[], words: readonly string[]): boolean {
  return words.some((wanted) => texts.some((each) => each.includes(wanted)));
}

function bareTexts(text: string): string[] {
  return searchable(text).split('\n').map(bare);
}

function bareWords(words: string): string[] {
  return searchWords(words)
    .map(bare)
    .filter((wanted) => wanted.trim() !== '');
}

function bare(spelling: string): string {
  return ` ${spelling.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
