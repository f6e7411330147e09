import { seeded } from '#documents/seeded.ts';
import type { DemoDeps } from '#organiser/demo/demo-deps.ts';
import { inTransaction } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { allParticipants } from '#server/reports/list-participants.ts';
import { clashesOf, type Session, sessionsFor } from './sessions.ts';
import { addSignUp, signUpsFor } from './sign-ups.ts';

/** Half of the people with a place sign up for sessions, if the agenda has some with places. */
export async function peopleRegistered({ context, content }: DemoDeps): Promise<void> {
  const { db, clock, newId } = context;
  const chance = seeded(56);
  const now = timestamp(clock());
  await inTransaction(db, async (tx) => {
    for (const person of await allParticipants(tx)) {
      const chosen: Session[] = [];
      for (const session of sessionsFor(content, person)) {
        if (chance() < 0.5 || clashesOf(session, chosen).length > 0) continue;
        chosen.push(session);
        const before = await signUpsFor(tx, session.id);
        const state = before.length < session.places ? 'SIGNED_UP' : 'WAITING';
        const about = { id: newId(), session: session.id, participantId: person.id } as const;
        await addSignUp(tx, { ...about, state, turn: before.length + 1 }, now);
      }
    }
  });
}
