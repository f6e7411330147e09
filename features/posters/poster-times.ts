import type { Content } from '#contract/content.ts';
import { openingIn } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { abstractState } from '#features/programme/decisions.ts';
import { isPoster } from '#features/programme/slots.ts';

/** When authors send posters; undefined if the conference has no gallery. */
export function posterOpening({ conference }: Pick<Content, 'conference'>): Opening | undefined {
  const { posters } = conference.abstracts;
  return posters && openingIn(conference.dates, { from: posters.from, until: posters.until });
}

/** Whether an abstract was accepted as a poster, and its author knows it. */
export function isOwnPoster({ abstract, decision }: OwnAbstract): boolean {
  const isAccepted = ['ACCEPTED', 'CONFIRMED'].includes(abstractState(abstract, decision));
  return isAccepted && decision !== undefined && isPoster(decision);
}

/** Whether the author can send a poster now. Taking it away is always possible. */
export function canSendPoster(
  content: Pick<Content, 'conference'>,
  own: OwnAbstract,
  now: string,
): boolean {
  const opening = posterOpening(content);
  return opening !== undefined && isOwnPoster(own) && stateOf(opening, now) === 'open';
}
