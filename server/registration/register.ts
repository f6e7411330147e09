import type { RegistrationType } from '#contract/registration-options.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { claimDedupeKey } from '#server/database/idempotency-keys.ts';
import { AppError } from '#server/errors.ts';
import { type Clock, digestOf, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { registrationReceived } from './registration-mails.ts';
import {
  dedupeKeyOf,
  countRegistrations,
  insertRegistration,
  type Registrant,
  type Registration,
} from './registrations.ts';

/** What recording registrations needs besides a transaction. */
export type RegistrationDeps = {
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  /** Off for load tests: the limit of a mail address does not count. */
  isLimited: boolean;
};

/**
 * Records a registration and resolves once it is committed. If it is sent again within ten minutes with the same content
 * and the same Idempotency-Key, if there is one, nothing is recorded and the id of the first is returned.
 */
export async function register(
  db: Database,
  deps: RegistrationDeps,
  registrant: Registrant & { registrationType: RegistrationType | undefined },
  { idempotencyKey, origin }: { idempotencyKey: string | undefined; origin: string | undefined },
): Promise<string> {
  const content = dedupeKeyOf(registrant);
  const { registrationType } = registrant;
  const dedupeKey = digestOf('register', { content, registrationType, idempotencyKey });
  return db.groupCommit.run(dedupeKey, async (tx) => {
    const id = deps.newId();
    const holder = await claimDedupeKey(tx, dedupeKey, id, deps.clock());
    if (holder === id) await recordRegistration(deps, tx, { ...registrant, id }, origin);
    return holder;
  });
}

const DAY = 24 * 60 * 60_000;
/** Enough for a secretary who registers a group, and too few to flood somebody else's mailbox. */
const MOST_PER_REGISTRANT_AND_DAY = 20;

/** Inserts a registration together with its mails; `origin` is the site that the mail links to. */
export async function recordRegistration(
  { clock, newId, mailLayout, isLimited }: RegistrationDeps,
  tx: Tx,
  registration: Omit<Registration, 'createdAt'>,
  origin: string | undefined,
): Promise<void> {
  const now = clock();
  if (isLimited) await refuseBusyRegistrant(tx, now, registration.email);
  const recorded = { ...registration, createdAt: timestamp(now) };
  await insertRegistration(tx, recorded);
  await postMessages(tx, registrationReceived(mailLayout, recorded, origin), newId, now);
}

async function refuseBusyRegistrant(tx: Tx, now: Date, email: string): Promise<void> {
  const count = await countRegistrations(tx, timestamp(now, -DAY), email);
  if (count < MOST_PER_REGISTRANT_AND_DAY) return;
  throw new AppError(
    'too-many-requests',
    'Many registrations came from this e-mail address today. Please try again tomorrow, or write to us.',
    { retryAfter: 60 * 60 },
  );
}
