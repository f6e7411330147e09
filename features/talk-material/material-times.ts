import type { Content } from '#contract/content.ts';
import { openingIn } from '#contract/content/moments.ts';
import { type Opening, stateOf } from '#contract/content/opening.ts';
import type { OwnAbstract } from '#features/author-page/own-abstract.ts';
import { abstractState } from '#features/programme/decisions.ts';

/** When authors add material; undefined if the conference shows none. */
export function materialOpening({ conference }: Pick<Content, 'conference'>): Opening | undefined {
  const { material } = conference.abstracts;
  return material && openingIn(conference.dates, { from: material.from, until: material.until });
}

/** Whether the author can add material now. Taking it away is always possible. */
export function canAddMaterial(
  content: Pick<Content, 'conference'>,
  own: OwnAbstract,
  now: string,
): boolean {
  const opening = materialOpening(content);
  return opening !== undefined && isAccepted(own) && stateOf(opening, now) === 'open';
}

export function isAccepted({ abstract, decision }: OwnAbstract): boolean {
  return ['ACCEPTED', 'CONFIRMED'].includes(abstractState(abstract, decision));
}
