import { type Offer, takesPart } from '#organiser/dashboard/page/offered.ts';

export const decideOffers: readonly Offer[] = [
  {
    action: 'decide',
    before: 'correct-abstract',
    forAbstract: takesPart,
    currentOfAbstract: ({ forms }) => forms['decide'] ?? {},
    // Another outcome keeps nothing of the decision before but what the form shows.
    sendsAll: true,
  },
];
