import { lockPlaces } from '#server/orders/sell/place-limits.ts';
import { findMissing } from '#server/orders/sell/places-left.ts';
import type { Content } from '#contract/content.ts';
import { type Db, lockKey } from '#server/database/database.ts';
import { type Quota, createQuota, quotaReached } from '#server/http/quota.ts';
import { HOUR, MINUTE } from '#contract/time-spans.ts';
import { type Person, personKey, timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { type Places, placesOfChoice } from '#server/orders/sell/places.ts';
import type { Choice } from '#server/orders/sell/registration-price.ts';
import type { Sale } from '#server/orders/sell/on-sale.ts';
import { awaitedPlaces } from './awaited.ts';
import { countEntries, findUnconfirmed, insertEntry, listEntries } from './waiting-list.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { choiceWords } from './choice-words.ts';
import { waitingListJoined } from './mails.ts';

/** The dependencies of the waiting list. */
export type WaitingListDeps = {
  context: PaymentContext;
  content: Content;
  mailLayout: MailLayout;
  sale: Sale;
};

/** Far more than join within an hour, and few enough to remove by hand. */
const MOST_IN_AN_HOUR = 200;

/** Limits the entries of everybody together. */
export function joiningQuota({ db, clock, alarm }: PaymentContext, isLimited: boolean): Quota {
  return createQuota(
    {
      most: isLimited ? MOST_IN_AN_HOUR : Infinity,
      withinMs: HOUR,
      count: (since) => countEntries(db, timestamp(since)),
    },
    clock,
    async () =>
      alarm('unusually many people join the waiting list', {
        most: `${MOST_IN_AN_HOUR} in an hour`,
      }),
  );
}

/**
 * Puts a person on the waiting list for a choice, or returns `free` if the choice is not sold out. The entry counts once
 * its reader has confirmed the address by the link in the mail: until then anybody may have typed it. A person who waits
 * for the same choice already gets the same answer, so that nobody learns who is on the list, and another mail only
 * before the confirmation.
 */
export async function joinWaitingList(
  { context, content, mailLayout, sale }: WaitingListDeps,
  quota: Quota,
  person: Person,
  { choice, origin }: { choice: Choice; origin: string },
): Promise<'joined' | 'free'> {
  using reserved = await quota.reserve();
  if (!reserved) {
    throw quotaReached('manyWaiting', 600, { contact: content.conference.secretary.email });
  }
  const wanted = placesOfChoice(choice);
  return context.commit(async (tx) => {
    const { newId, clock } = context;
    await lockPlaces(tx, content.prices);
    await lockKey(tx, personKey(person));
    const missing = await findMissing(tx, sale, wanted);
    if (missing.length === 0) return 'free';
    const now = clock();
    const entry = {
      ...person,
      choice,
      origin,
      language: content.language,
      id: newId(),
      token: newId(),
      createdAt: timestamp(now),
    };
    const position = (await countAhead(tx, missing)) + 1;
    const isNew = await insertEntry(tx, entry);
    const waiting = isNew ? entry : await findUnconfirmed(tx, entry);
    if (!waiting) return 'joined';
    // A double click is no lost mail.
    if (!isNew && now.getTime() - Date.parse(waiting.createdAt) < MINUTE) return 'joined';
    const told = {
      choice: choiceWords(content.prices, choice, timestamp(now)),
      position,
      // The first mail may be lost.
      event: isNew ? waiting.id : `${waiting.id}:${newId()}`,
    };
    await postMessages(tx, context, waitingListJoined(mailLayout, waiting, told));
    return 'joined';
  });
}

/** The number of people who wait for one of these kinds of places, of all or before an entry. */
export async function countAhead(
  db: Db,
  missing: readonly string[],
  ownId?: string,
): Promise<number> {
  const wants = (places: Places) => missing.some((kind) => (places[kind] ?? 0) > 0);
  const entries = await listEntries(db, 'WAITING');
  const before = entries.findIndex(({ id }) => id === ownId);
  return entries
    .slice(0, before === -1 ? undefined : before)
    .map(awaitedPlaces)
    .filter(wants).length;
}
