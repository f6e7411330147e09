import type { Content } from '#contract/content.ts';
import { normalised } from '#contract/person-name.ts';
import type { KeptAbstract } from './abstracts.ts';

/** The titles of an abstract's session and interest area. An id that the content no longer lists is its own title. */
export function titlesOf(
  { sessions }: Pick<Content, 'sessions'>,
  { sessionId, interestedInId }: Pick<KeptAbstract, 'sessionId' | 'interestedInId'>,
): { session: string; interestArea: string } {
  const nameOf = (list: readonly { id: string; name: string }[], wanted: string) =>
    list.find(({ id }) => id === wanted)?.name ?? wanted;
  return {
    session: nameOf(sessions.sessions, sessionId),
    interestArea: nameOf(sessions.interestAreas, interestedInId),
  };
}

/** The session or interest area that somebody typed by its name or its id. */
export function findTitled<Option extends { id: string; name: string }>(
  options: readonly Option[],
  typed: string,
): Option | undefined {
  const wanted = normalised(typed);
  return options.find(({ id, name }) => id === wanted || normalised(name) === wanted);
}

/** Sorts abstracts by session in the order of sessions.yaml; a session that the content no longer lists is last. */
export function bySession({ sessions: { sessions } }: Pick<Content, 'sessions'>) {
  const ids = sessions.map(({ id }) => id);
  const rankOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return ({ sessionId: one }: InSession, { sessionId: other }: InSession): number =>
    rankOf(one) - rankOf(other) || (one < other ? -1 : one > other ? 1 : 0);
}

type InSession = Pick<KeptAbstract, 'sessionId'>;
