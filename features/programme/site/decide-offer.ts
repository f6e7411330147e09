import { type Offer, takesPart } from '#organiser/dashboard/page/offered.ts';
import type { Decision } from '../decisions.ts';

export const decideOffers: readonly Offer[] = [
  {
    action: 'decide',
    before: 'correct-abstract',
    forAbstract: takesPart,
    currentOfAbstract: ({ decision }) => (decision ? typedDecision(decision) : {}),
  },
];

/** A decision as the form has it. */
export function typedDecision(decision: Partial<Decision>): Record<string, string> {
  const { outcome, presentation, comment: commentForAuthor } = decision;
  const { slot, day, starts, ends, room, track, chair, number } = decision;
  const texts = { outcome, presentation, commentForAuthor };
  const known = Object.entries({ ...texts, slot, day, starts, ends, room, track, chair, number });
  return Object.fromEntries(known.map(([name, value]) => [name, value ?? '']));
}
