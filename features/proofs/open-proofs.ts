import { lastMinute } from '#contract/content/moments.ts';
import type { ConcernKind } from '#server/operations/concern.ts';
import { confirmedPlaces } from '#server/reports/confirmed-places.ts';
import { counted } from '#server/counted.ts';
import { timestamp } from '#server/identity.ts';
import { listOpenProofs } from './proofs.ts';
import { listLate } from './unproved-people.ts';

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

/** In the week before the last day an organiser can still write to people, or accept a card that was shown. */
export const lateProofs: ConcernKind = {
  about: 'proof',
  subject: 'People',
  title: 'Prices that are not proved yet',
  isTold: false,
  find: async ({ db, clock, machine }) => {
    const { content } = machine ?? {};
    if (!content) return [];
    const { timezone } = content.conference.dates;
    const late = await listLate(db, content, timestamp(clock()));
    return [...Map.groupBy(late, ({ needed }) => needed.until.at)].map(([id, people]) => ({
      id,
      words: `${counted(people.length, 'person has', 'people have')} not proved their price, and can do so until ${lastMinute(id, timezone)}; afterwards the server asks for the difference`,
      page: '/proofs',
      command: 'organiser proofs lists them, proofs --accept REFERENCE accepts what you saw',
    }));
  },
};
