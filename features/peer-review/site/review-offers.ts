import { type Offer, takesPart } from '#organiser/dashboard/page/offered.ts';

export const reviewOffers: readonly Offer[] = [
  { action: 'review-give', before: 'correct-abstract', forAbstract: takesPart },
];
