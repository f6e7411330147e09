import type { ConcernKind } from '#server/operations/concern.ts';
import { confirmedPlaces } from '#server/reports/confirmed-places.ts';
import { listVisaRequests } from './visa-requests.ts';
import type { FeatureSections } from '#server/features.ts';

export const undecidedLetters: ConcernKind = {
  about: 'visa',
  subject: 'People',
  title: 'Visa letters requested',
  find: async ({ db }) => {
    const asked = await listVisaRequests(db, { areUndecided: true });
    const places = await confirmedPlaces(db, asked);
    return asked.flatMap(({ id, participantId, requestedAt }) => {
      const reference = places.get(participantId);
      // Without a confirmed place no letter can be issued.
      if (reference === undefined) return [];
      return {
        id,
        words: `a visa letter was asked for ${requestedAt}`,
        reference,
        action: { name: 'visa', request: { reference } },
        command: `organiser visa ${reference} shows the request`,
      };
    });
  },
};

declare module '#organiser/dashboard/read-pages.ts' {
  interface PersonOfPage {
    asksForVisaLetter: boolean;
  }
}

/** The people in the dashboard who ask for a letter. */
export const askingPeople: NonNullable<FeatureSections['people']> = async ({
  payments: { db },
}) => {
  const asked = await listVisaRequests(db, { areUndecided: true });
  const asking = new Set(asked.map(({ participantId }) => participantId));
  return (id) => ({ asksForVisaLetter: asking.has(id) });
};
