import type { Offer } from '#organiser/dashboard/page/offered.ts';

/** The heading of the discussion on the page of an abstract. */
export const DISCUSSION = 'Discussion of reviewers';

export const discussionOffers: readonly Offer[] = [
  {
    action: 'review-note',
    before: 'correct-abstract',
    forAbstract: ({ parts, state }) =>
      (state === 'RECEIVED' || state === 'REVISED') &&
      parts.some(({ heading }) => heading === DISCUSSION),
  },
];
