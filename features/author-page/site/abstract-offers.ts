import { type Offer, takesPart } from '#organiser/dashboard/page/offered.ts';

export const abstractOffers: readonly Offer[] = [
  {
    action: 'correct-abstract',
    before: 'paid',
    forAbstract: takesPart,
    currentOfAbstract: ({ abstract, authorsTyped }) => ({
      prefix: abstract.titlePrefix,
      name: abstract.name,
      email: abstract.email,
      phone: abstract.phone,
      institute: abstract.organizationName,
      country: abstract.country,
      session: abstract.sessionId,
      interestArea: abstract.interestedInId,
      title: abstract.title ?? '',
      authors: authorsTyped,
      keywords: abstract.keywords ?? '',
      ...(abstract.wish !== undefined && { wish: abstract.wish }),
      consent: abstract.publishAt === undefined ? 'no' : 'yes',
    }),
  },
  { action: 'replace', forAbstract: takesPart },
  { action: 'withdraw', forAbstract: takesPart },
  { action: 'undo-withdraw', forAbstract: ({ state }) => state === 'WITHDRAWN' },
];
