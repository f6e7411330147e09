import type { Offer } from '#organiser/dashboard/page/offered.ts';

export const answerOffers: readonly Offer[] = [
  {
    action: 'answer',
    before: 'move',
    forPerson: ({ reference, state, email }) =>
      reference !== undefined && state !== 'CANCELLED' && email !== '',
  },
];
