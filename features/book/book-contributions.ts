import type { Content } from '#contract/content.ts';
import type { Contribution } from './contribution.ts';
import type { AbstractAuthor } from '#server/abstract/abstract-authors.ts';
import { bySession, findTitled, titlesOf } from '#server/abstract/abstract-titles.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { withPosterSession } from '#features/programme/poster-sessions.ts';
import { slotWords } from '#features/programme/slots.ts';
import type { Db } from '#server/database/database.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import {
  type AcceptedContribution,
  acceptedContributions,
} from '#features/programme/accepted-contributions.ts';

/** A contribution of the book with its abstract, which has the file. */
export type BookContribution = Contribution & {
  authors: AbstractAuthor[];
  keywords: string | undefined;
  abstract: KeptAbstract;
};

/** The contributions of the book in their order, and the abstracts whose authors did not agree to the publication. */
export type BookContributions = { printed: BookContribution[]; unagreed: KeptAbstract[] };

/**
 * The accepted contributions that were not withdrawn, by session in the order of sessions.yaml, then in the order of the
 * programme. Without `isForAll` only those whose authors agreed to the publication.
 */
export async function bookContributions(
  db: Db,
  content: Pick<Content, 'agenda' | 'sessions' | 'labels' | 'language'>,
  { session, isForAll = false }: { session?: string | undefined; isForAll?: boolean } = {},
): Promise<BookContributions> {
  const only = session === undefined ? undefined : sessionNamed(content, session);
  const accepted = (await acceptedContributions(db)).filter(
    ({ abstract: { withdrawnAt, sessionId } }) =>
      withdrawnAt === undefined && (only === undefined || sessionId === only),
  );
  const compare = bySession(content);
  const sorted = accepted.toSorted((one, other) => compare(one.abstract, other.abstract));
  const isPrinted = ({ abstract: { publishAt } }: AcceptedContribution) =>
    isForAll || publishAt !== undefined;
  return {
    printed: sorted.filter(isPrinted).map((each) => contributionOf(content, each)),
    unagreed: sorted.flatMap((each) => (isPrinted(each) ? [] : [each.abstract])),
  };
}

/** The id of a session that somebody typed: its id or its name. */
function sessionNamed(
  { sessions: { sessions } }: Pick<Content, 'sessions'>,
  typed: string,
): string {
  const found = findTitled(sessions, typed);
  if (found) return found.id;
  const ids = sessions.map(({ id }) => id).join(', ');
  throw new ActionImpossible(`There is no session “${typed}”: choose one of ${ids}.`);
}

function contributionOf(
  content: Pick<Content, 'agenda' | 'sessions' | 'labels' | 'language'>,
  { abstract, decision, title, authors }: AcceptedContribution,
): BookContribution {
  const { reference, sessionId, keywords } = abstract;
  return {
    reference,
    title,
    authors,
    session: { id: sessionId, name: titlesOf(content, abstract).session },
    number: decision.number,
    when: slotWords(
      { ...withPosterSession(content, decision, sessionId), number: undefined },
      content,
    ),
    keywords,
    abstract,
  };
}
