import type { Offer } from '#organiser/dashboard/page/offered.ts';

export const companionOffers: readonly Offer[] = [
  {
    action: 'name-companion',
    before: 'move',
    forPerson: ({ reference, state, email }) =>
      reference !== undefined && state === 'CONFIRMED' && email !== '',
  },
];
