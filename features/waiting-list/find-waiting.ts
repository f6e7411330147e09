import type { FeatureWatch } from '#server/features.ts';

/** The people who wait or have an offer, for the search of organisers. */
export const findWaiting: NonNullable<FeatureWatch['search']> = async (db, hasText) => {
  const waiting = await db
    .selectFrom('waiting_list')
    .select(['name', 'email', 'state'])
    .where('state', 'in', ['WAITING', 'OFFERED'])
    .where(hasText)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return waiting.map((person) => ({
    ...person,
    kind: 'waiting' as const,
    reference: undefined,
    phone: '',
    institute: '',
    country: '',
  }));
};
