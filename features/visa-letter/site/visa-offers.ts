import type { Offer } from '#organiser/dashboard/page/offered.ts';

export const visaOffers: readonly Offer[] = ['visa', 'decline-visa'].map((action) => ({
  action,
  before: 'undo-cancel',
  forPerson: ({ asksForVisaLetter }) => asksForVisaLetter,
}));
