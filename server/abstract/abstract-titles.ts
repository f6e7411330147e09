import type { Content } from '#contract/content.ts';
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
