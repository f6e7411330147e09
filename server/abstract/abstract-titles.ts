import type { Content } from '#contract/content.ts';
import type { KeptAbstract } from './abstracts.ts';

/** What the ids of an abstract stand for in the conference's lists; an id that was taken out of them stands for itself. */
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
