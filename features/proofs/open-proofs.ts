import type { ConcernKind } from '#server/operations/concern.ts';
import { confirmedPlaces } from '#server/reports/confirmed-places.ts';
import { listOpenProofs } from './proofs.ts';

export const openProofs: ConcernKind = {
  about: 'proof',
  subject: 'People',
  title: 'Proofs of prices',
  find: async ({ db }) => {
    const open = await listOpenProofs(db);
    const places = await confirmedPlaces(db, open);
    return open.flatMap(({ participantId, isSent, at }) => {
      const reference = places.get(participantId);
      if (reference === undefined) return [];
      return {
        id: participantId,
        words: isSent
          ? `a proof of the price was sent ${at}`
          : `no proof of the price was accepted; the difference, asked for ${at}, has not been paid`,
        reference,
        command: `organiser proofs ${reference} --file FILE writes what was sent, and proofs --accept ${reference} accepts it`,
      };
    });
  },
};
