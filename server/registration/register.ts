import type { RegistrationType } from '#contract/registration-options.ts';
import type { Database } from '#server/database/database.ts';
import { claimRepeat } from '#server/database/repeats.ts';
import { type Clock, digestOf, type NewId, timestamp } from '#server/identity.ts';
import { contentKeyOf, insertRegistration, type Registrant } from './registrations.ts';

/**
 * Records a registration; resolves once it is committed. Sent again within ten minutes, with the same content
 * (and, where one is sent, the same Idempotency-Key), it is the one that is there already.
 */
export async function register(
  { db, clock, newId }: { db: Database; clock: Clock; newId: NewId },
  registrant: Registrant & { registrationType: RegistrationType | undefined },
  idempotencyKey: string | undefined,
): Promise<string> {
  const content = contentKeyOf(registrant);
  const { registrationType } = registrant;
  const repeatKey = digestOf('register', { content, registrationType, idempotencyKey });
  return db.inGroup(repeatKey, async (tx) => {
    const now = clock();
    const id = newId();
    const holder = await claimRepeat(tx, repeatKey, id, now);
    if (holder === id) {
      await insertRegistration(tx, { ...registrant, id, createdAt: timestamp(now) });
    }
    return holder;
  });
}
