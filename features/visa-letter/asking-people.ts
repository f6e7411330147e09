import type { FeatureSections } from '#server/features.ts';
import { listVisaRequests } from './visa-requests.ts';

declare module '#organiser/dashboard/read-pages.ts' {
  interface PersonOfPage {
    asksForVisaLetter: boolean;
  }
}

/** The people in the dashboard who ask for a letter. */
export const askingPeople: NonNullable<FeatureSections['people']> = async (db) => {
  const asked = await listVisaRequests(db, { areUndecided: true });
  const asking = new Set(asked.map(({ participantId }) => participantId));
  return (id) => ({ asksForVisaLetter: asking.has(id) });
};
