import { type Offer, takesPart } from '#organiser/dashboard/page/offered.ts';

export const resendOffers: readonly Offer[] = [
  { action: 'resend', before: 'move', forOrder: () => true },
  { action: 'resend', before: 'paid', forAbstract: takesPart },
];
