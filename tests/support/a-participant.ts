import type { Insertable } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** The row of a person who has only registered. */
export function aParticipantRow(
  traits: Partial<Tables['participants']> & { id: string },
): Insertable<Tables['participants']> {
  return {
    dedupe_key: traits.id,
    person_key: traits.id,
    name: 'Somebody Else',
    sort_name: 'Else Somebody',
    search_text: 'somebody else',
    phone: '1',
    email: `${traits.id}@lab.example`,
    institute: 'I',
    country: 'Norway',
    language: 'en',
    presentation_type: 'poster',
    registration_type: null,
    page_token: `page of ${traits.id}`,
    cancelled_at: null,
    checked_in_at: null,
    created_at: '2026-05-01T08:00:00.000Z',
    ...traits,
  };
}
