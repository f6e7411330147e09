import type { Content } from '#contract/content.ts';
import { normalised } from '#contract/person-name.ts';
import type { Contribution } from '#documents/contribution.ts';
import {
  type AbstractAuthor,
  authorsByAbstract,
  authorsOf,
} from '#server/abstract/abstract-authors.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import { type Decision, decisionsByAbstract } from '#server/abstract/decisions.ts';
import { slotWords } from '#server/abstract/slots.ts';
import type { Db } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';

/** A contribution of the book with its abstract, which has the file. */
export type BookContribution = Contribution & {
  authors: AbstractAuthor[];
  keywords: string | undefined;
  abstract: KeptAbstract;
};

/** The contributions of the book in their order, and the abstracts whose authors did not agree to the publication. */
export type BookContributions = { printed: BookContribution[]; unagreed: KeptAbstract[] };

/**
 * The accepted contributions that were not withdrawn, by session in the order of sessions.yaml, then by day and time, by
 * number of the poster and by reference. Without `isForAll` only those whose authors agreed to the publication.
 */
export async function bookContributions(
  db: Db,
  content: Pick<Content, 'sessions'>,
  { session, isForAll = false }: { session?: string | undefined; isForAll?: boolean } = {},
): Promise<BookContributions> {
  const only = session === undefined ? undefined : sessionNamed(content, session);
  const decisions = await decisionsByAbstract(db);
  const entered = await authorsByAbstract(db);
  const accepted = (await listAbstracts(db)).flatMap((abstract) => {
    const decision = decisions.get(abstract.id);
    const isPrinted =
      decision?.outcome === 'ACCEPTED' &&
      abstract.withdrawnAt === undefined &&
      (only === undefined || abstract.sessionId === only);
    return isPrinted ? [{ abstract, decision }] : [];
  });
  const agreed = accepted.filter(({ abstract }) => isForAll || abstract.publishAt !== undefined);
  const printed = agreed.map(({ abstract, decision }) => ({
    contribution: contributionOf(content, abstract, { decision, entered }),
    key: orderOf(content, abstract, decision),
  }));
  return {
    printed: printed
      .toSorted((one, other) => compare(one.key, other.key))
      .map(({ contribution }) => contribution),
    unagreed: accepted.filter((each) => !agreed.includes(each)).map(({ abstract }) => abstract),
  };
}

/** The id of a session that somebody typed: its id or its name. */
function sessionNamed(
  { sessions: { sessions } }: Pick<Content, 'sessions'>,
  typed: string,
): string {
  const wanted = normalised(typed);
  const found = sessions.find(({ id, name }) => id === wanted || normalised(name) === wanted);
  if (found) return found.id;
  const ids = sessions.map(({ id }) => id).join(', ');
  throw new ActionImpossible(`There is no session “${typed}”: choose one of ${ids}.`);
}

function contributionOf(
  content: Pick<Content, 'sessions'>,
  abstract: KeptAbstract,
  { decision, entered }: { decision: Decision; entered: ReadonlyMap<string, AbstractAuthor[]> },
): BookContribution {
  const { reference, title, fileName, sessionId, keywords } = abstract;
  return {
    reference,
    title: title ?? withoutEnding(fileName),
    authors: authorsOf(abstract, entered),
    session: { id: sessionId, name: titlesOf(content, abstract).session },
    number: decision.number,
    when: slotWords({ ...decision, number: undefined }),
    keywords,
    abstract,
  };
}

/** The title until the author gives one: the name of the file. */
function withoutEnding(fileName: string): string {
  return fileName.replace(/\.[^.]+$/, '');
}

type Key = readonly (string | number)[];

function orderOf(
  { sessions: { sessions } }: Pick<Content, 'sessions'>,
  abstract: KeptAbstract,
  decision: Decision,
): Key {
  const { sessionId, reference } = abstract;
  const nth = sessions.findIndex(({ id }) => id === sessionId);
  // A session that the content no longer lists comes last.
  const { day, starts, slot, number } = decision;
  const time = day === undefined ? (slot ?? LAST) : `${day} ${starts ?? LAST}`;
  return [nth === -1 ? sessions.length : nth, sessionId, time, number ?? LAST, reference];
}

const LAST = '\uffff';
const numeric = new Intl.Collator('en', { numeric: true });

function compare(one: Key, other: Key): number {
  for (const [at, part] of one.entries()) {
    const difference = numeric.compare(String(part), String(other[at] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}
