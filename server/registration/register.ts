import type { RegistrationType } from '#contract/registration-options.ts';
import type { Database } from '#server/database/database.ts';
import { claimRepeat } from '#server/database/repeats.ts';
import { digestOf } from '#server/identity.ts';
import { recordRegistration, type RegistrationTools } from './record-registration.ts';
import { contentKeyOf, type Registrant } from './registrations.ts';

/**
 * Records a registration; resolves once it is committed. Sent again within ten minutes, with the same content
 * (and, where one is sent, the same Idempotency-Key), it is the one that is there already.
 */
export async function register(
  db: Database,
  tools: RegistrationTools,
  registrant: Registrant & { registrationType: RegistrationType | undefined },
  { idempotencyKey, origin }: { idempotencyKey: string | undefined; origin: string | undefined },
): Promise<string> {
  const content = contentKeyOf(registrant);
  const { registrationType } = registrant;
  const repeatKey = digestOf('register', { content, registrationType, idempotencyKey });
  return db.inGroup(repeatKey, async (tx) => {
    const id = tools.newId();
    const holder = await claimRepeat(tx, repeatKey, id, tools.clock());
    if (holder === id) await recordRegistration(tools, tx, { ...registrant, id }, origin);
    return holder;
  });
}
