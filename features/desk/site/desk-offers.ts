import type { Offer, Person } from '#organiser/dashboard/page/offered.ts';

export const deskOffers: readonly Offer[] = [
  { action: 'check-in', before: 'correct', forPerson: canCheckIn },
  { action: 'undo-check-in', forPerson: ({ checkedInAt }) => checkedInAt !== undefined },
];

export function canCheckIn({ checkedInAt, state }: Pick<Person, 'checkedInAt' | 'state'>): boolean {
  return checkedInAt === undefined && state !== 'CANCELLED';
}
