import type { Offer } from '#organiser/dashboard/page/offered.ts';

export const askOffers: readonly Offer[] = [
  {
    action: 'cancel',
    before: 'undo-cancel',
    titleForOrder: 'Ask for it no more',
    forOrder: ({ isAsked, payments, state }) =>
      isAsked && state !== 'CANCELLED' && !payments.some(({ isPaidBy }) => isPaidBy),
  },
  {
    action: 'ask',
    forOrder: ({ customer }) => customer.email !== '',
    current: ({ name = '', institute = '', country = '' }) => ({ name, institute, country }),
    preset: ({ email, reference }) => ({ email, about: reference }),
  },
];
