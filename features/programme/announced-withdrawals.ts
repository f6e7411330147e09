import type { ConcernKind } from '#server/operations/concern.ts';
import { withdrawnInAgenda } from './agenda-entries.ts';

export const announcedWithdrawals: ConcernKind = {
  about: 'abstract',
  subject: 'Abstracts',
  title: 'The agenda announces what was withdrawn',
  find: async ({ db }) =>
    (await withdrawnInAgenda(db)).map((reference) => ({
      id: `agenda-${reference}`,
      words: `abstract ${reference}: it was withdrawn, and agenda.yaml may still have its item`,
      page: `/abstracts/${reference}`,
      command: 'organiser agenda removes it',
    })),
};
