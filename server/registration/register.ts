import type { Content, Prices } from '#contract/content.ts';
import type { RegistrationType } from '#contract/registration-options.ts';
import { lockKey, type Tx } from '#server/database/database.ts';
import type { GroupCommit } from '#server/database/group-commit.ts';
import { claimIdempotencyKey, REPEAT_MS } from '#server/database/idempotency-keys.ts';
import { DAY } from '#contract/time-spans.ts';
import { type Clock, digestOf, type NewId, timestamp } from '#server/identity.ts';
import { postMessages, replaceWaiting } from '#server/mail/outbox.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { lockPerson } from '#server/orders/rows/orders.ts';
import { type Recorded, registrationReceived } from '#server/orders/sell/mails.ts';
import { labelOf } from '#server/orders/sell/registration-price.ts';
import {
  dedupeKeyOf,
  countParticipants,
  findPaidOrder,
  findOrderedRegistrationId,
  findParticipant,
  insertParticipant,
  type Registrant,
  type Participant,
} from '#server/orders/rows/participants.ts';

/** The dependencies for recording registrations, besides a transaction. */
export type RegistrationDeps = {
  clock: Clock;
  newId: NewId;
  /** In the language of the person, which is stored with the registration. */
  mailLayout: MailLayout;
  /** The prices have the names of the presentation types, in the same language. */
  prices: Prices;
  /** Off for load tests: a mail address may get any number of mails. */
  isLimited: boolean;
};

/**
 * Records a registration and resolves after the commit. A repeated request within ten minutes, with the same content
 * and the same Idempotency-Key or none, records nothing and returns the id of the first registration.
 */
export async function register(
  commit: GroupCommit,
  deps: RegistrationDeps,
  registrant: Registrant & { registrationType: RegistrationType | undefined },
  { idempotencyKey, origin }: { idempotencyKey: string | undefined; origin: string | undefined },
): Promise<string> {
  const content = dedupeKeyOf(registrant);
  const { registrationType } = registrant;
  const dedupeKey = digestOf('register', { content, registrationType, idempotencyKey });
  // A checkout of the same person would record the registration, too. With this lock only one of them does.
  return commit(async (tx) => {
    await lockKey(tx, content);
    const since = timestamp(deps.clock(), -REPEAT_MS);
    const ordered = await findOrderedRegistrationId(tx, content, since);
    const id = ordered ?? deps.newId();
    const holder = await claimIdempotencyKey(tx, dedupeKey, id, deps.clock());
    if (ordered !== undefined) return ordered;
    if (holder === id) {
      const { language } = deps.mailLayout;
      const registration = { ...registrant, id, pageToken: deps.newId(), language };
      await recordRegistration(deps, tx, registration, { origin, toPay: undefined });
    }
    return holder;
  });
}

/** The same dependencies in the language of a content. */
export function recordingIn(
  deps: RegistrationDeps,
  { language, prices }: Pick<Content, 'language' | 'prices'>,
): RegistrationDeps {
  return { ...deps, prices, mailLayout: deps.mailLayout.in(language) };
}

/** The copies that the secretary gets in a day about people with one address who have paid already. */
const MOST_COPIES_PER_DAY = 20;

/**
 * Inserts a registration together with its mails. A mail address that many registrations name today gets no more mails,
 * but nobody is refused because of a stranger's entries. People who have paid are not asked to pay.
 */
export async function recordRegistration(
  deps: RegistrationDeps,
  tx: Tx,
  registration: Omit<Participant, 'createdAt'>,
  where: Recorded,
): Promise<void> {
  const { clock, newId, isLimited } = deps;
  const now = clock();
  const recorded = { ...registration, createdAt: timestamp(now) };
  await insertParticipant(tx, recorded);
  await lockPerson(tx, recorded);
  const [received, toSecretary] = mailsAbout(deps, recorded, where, now);
  const isPaid = (await findPaidOrder(tx, recorded)) !== undefined;
  if (isPaid && isLimited) {
    const today = await countParticipants(tx, timestamp(now, -DAY), registration.email);
    if (today > MOST_COPIES_PER_DAY) return;
  }
  const posting = { newId, clock: () => now };
  await postMessages(tx, posting, ...(isPaid ? [] : [received]), toSecretary);
}

/**
 * Adds the order to the waiting mails of an earlier registration, and the link to pay to that of the person. If a mail has
 * been sent already, no second mail follows: a visitor who does not pay gets a mail about the missed payment.
 */
export async function addOrderToMail(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  where: Recorded,
): Promise<void> {
  const registration = await findParticipant(tx, id);
  if (!registration) return;
  const now = deps.clock();
  for (const mail of mailsAbout(deps, registration, where, now)) {
    await replaceWaiting(tx, mail, now);
  }
}

function mailsAbout(
  { mailLayout, prices }: RegistrationDeps,
  registration: Participant,
  where: Recorded,
  now: Date,
) {
  const text = labelOf(prices, registration.presentationType ?? '');
  return registrationReceived(mailLayout, registration, {
    ...where,
    now,
    chosenIn: ({ words }) => [{ label: words.labels.takingPart, text }],
  });
}
