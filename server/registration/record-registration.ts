import type { Tx } from '#server/database/database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import type { Stationery } from '#server/mail/stationery.ts';
import { registrationReceived } from './registration-mails.ts';
import { countRegistrations, insertRegistration, type Registration } from './registrations.ts';

/** Everything that recording registrations needs. */
export type RegistrationTools = {
  clock: Clock;
  newId: NewId;
  stationery: Stationery;
  /** Off for load tests: the limit of a mail address does not count. */
  isLimited: boolean;
};

const DAY = 24 * 60 * 60_000;
/** Of one mail address: a secretary who registers a group, and no flood of mails to somebody else's box. */
const MOST_PER_REGISTRANT_AND_DAY = 20;

/** Writes a registration down together with its mails; `origin` is where the mail leads back to. */
export async function recordRegistration(
  { clock, newId, stationery, isLimited }: RegistrationTools,
  tx: Tx,
  registration: Omit<Registration, 'createdAt'>,
  origin: string | undefined,
): Promise<void> {
  const now = clock();
  if (isLimited) await refuseBusyRegistrant(tx, now, registration.email);
  const recorded = { ...registration, createdAt: timestamp(now) };
  await insertRegistration(tx, recorded);
  await postMessages(tx, registrationReceived(stationery, recorded, origin), newId, now);
}

async function refuseBusyRegistrant(tx: Tx, now: Date, email: string): Promise<void> {
  const count = await countRegistrations(tx, timestamp(now, -DAY), email);
  if (count < MOST_PER_REGISTRANT_AND_DAY) return;
  throw new Refusal(
    'too-many-requests',
    'Many registrations came from this e-mail address today. Please try again tomorrow, or write to us.',
    { retryAfter: 60 * 60 },
  );
}
