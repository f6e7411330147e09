import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Content } from '#contract/content.ts';
import { amountWithCode } from '#contract/money.ts';
import type { Db } from '#server/database/database.ts';
import { digestOf, timestamp } from '#server/identity.ts';
import { ActionImpossible, type Organising } from '#server/operations/plan.ts';
import { allParticipants, type ListedParticipant } from '#server/reports/list-participants.ts';
import { type KnownOther, othersWith } from '#server/reports/others-who-come.ts';
import { printedAnswers } from '#features/questions/questions.ts';
import { reasonOf, wordsAbout } from './check-in.ts';
import { allDoors } from './doors.ts';
import { isErased } from '#server/orders/rows/participants.ts';
import { ticketDays } from '#server/orders/sell/registration-price.ts';

/** The list of a registration desk without a network: what the desk has to know about each person, and no address. */
export const DeskPack = z.object({
  format: z.literal(1),
  id: z.string(),
  madeAt: z.string(),
  /** From this moment on the list does not open, and nothing is recorded. */
  until: z.string(),
  conference: z.object({ name: z.string(), timeZone: z.string(), currency: z.string() }),
  /** Encrypts what the desk records. Only this installation can compute it again. */
  key: z.string(),
  types: z.array(z.string()),
  people: z.array(
    z.object({
      /** A digest of the list and the participant, from which nobody can compute the id. */
      key: z.string(),
      reference: z.string(),
      name: z.string(),
      institute: z.string(),
      type: z.string(),
      /** Institute, country, type, room, extras, requests and what the badge prints. */
      words: z.array(z.string()),
      state: z.string(),
      /** Why the place is not confirmed. */
      refusal: z.optional(z.string()),
      checkedInAt: z.optional(z.string()),
      /** Somebody who comes with a participant, and pays nothing. */
      isOther: z.optional(z.boolean()),
    }),
  ),
  /** The doors inside, with the keys of the people who are known there; lists of earlier versions have none. */
  doors: z._default(
    z.array(
      z.object({
        id: z.string(),
        words: z.string(),
        guests: z.array(
          z.object({
            key: z.string(),
            standing: z.enum(['expected', 'waiting', 'stranger']),
            since: z.optional(z.string()),
          }),
        ),
      }),
    ),
    [],
  ),
});
export type DeskPack = z.infer<typeof DeskPack>;
export type DeskPerson = DeskPack['people'][number];

/** Makes a list of everybody who may come to the desk. */
export async function makeDeskPack(
  { payments, content }: Pick<Organising, 'payments' | 'content'>,
  until: string,
): Promise<DeskPack> {
  const { db, clock, newId } = payments;
  const now = timestamp(clock());
  if (until <= now) throw new ActionImpossible('The last day of the list is over.');
  const { name, dates } = content.conference;
  const id = newId();
  const people = (await allParticipants(db)).filter(
    (person) => !isErased(person) && person.state !== 'CANCELLED' && person.state !== 'REFUNDED',
  );
  return {
    format: 1,
    id,
    madeAt: now,
    until,
    conference: { name, timeZone: dates.timezone, currency: content.prices.currency.code },
    key: deskKey(await signingKey(db), id),
    types: content.prices.presentationTypes.map(({ label }) => label),
    people: people.flatMap((person) => [
      deskPersonOf(content, person, { key: keyInPack(id, person.id), hasAmounts: true }),
      ...othersWith(content, person).map((known) =>
        deskOtherOf(known, keyInPack(id, known.other.id)),
      ),
    ]),
    doors: await Promise.all(
      allDoors(content).map(async ({ of, ...door }) => ({
        ...door,
        guests: (await of.guests(db, door.id)).map(({ participantId, ...guest }) => ({
          key: keyInPack(id, participantId),
          ...guest,
        })),
      })),
    ),
  };
}

/** The key of a participant in a list. */
export function keyInPack(pack: string, participantId: string): string {
  return digestOf('desk', { pack, participantId });
}

/** The key with which the desks of a list encrypt their acts. */
export function deskKey(signing: string, pack: string): string {
  return createHmac('sha256', signing).update(pack).digest('base64');
}

/** The key of this installation, made when it is first needed. A restored backup has the same key. */
export async function signingKey(db: Db): Promise<string> {
  await db
    .updateTable('installation')
    .set({ desk_key: randomBytes(32).toString('base64') })
    .where('desk_key', 'is', null)
    .execute();
  const row = await db.selectFrom('installation').select('desk_key').executeTakeFirst();
  if (!row?.desk_key) throw new ActionImpossible('Start the server once before the desk.');
  return row.desk_key;
}

/** Nobody owes anything in these states, though the place is not sure. */
const NOTHING_OPEN: readonly ListedParticipant['state'][] = [
  'CANCELLED',
  'REFUNDED',
  'WAITS_FOR_AGREEMENT',
  'WAITS_FOR_PAYER',
];

/** A participant, as a desk shows the person; `key` is that of the list. */
export function deskPersonOf(
  content: Content,
  person: ListedParticipant,
  { key, hasAmounts }: { key: string; hasAmounts: boolean },
): DeskPerson {
  const { reference = '', name, institute, state, presentationType, checkedInAt } = person;
  const { amountCents, currency, placeSince } = person;
  const type = content.prices.presentationTypes.find((each) => each.id === presentationType);
  const days = ticketDays(content.prices, presentationType);
  const isSure = placeSince !== undefined;
  const isOpen = hasAmounts && !isSure && !NOTHING_OPEN.includes(state);
  const open =
    isOpen && amountCents !== undefined && currency && amountWithCode(amountCents, currency);
  return {
    key,
    reference,
    name,
    institute,
    type: type?.label ?? person.agreedWords ?? '',
    words: [
      ...wordsAbout(content, person),
      ...(days ? [`Ticket for ${days.map(({ words }) => words).join('; ')}`] : []),
      ...printedAnswers(content, person),
      ...othersWith(content, person).map(
        ({ other }) => `Comes with ${other.name}, badge ${other.reference}`,
      ),
      ...(open ? [`Open: ${open}`] : []),
    ],
    state,
    ...(!isSure && { refusal: reasonOf(person) }),
    ...(checkedInAt !== undefined && { checkedInAt }),
  };
}

/** Somebody who comes with a participant, as a desk shows the person. */
export function deskOtherOf({ other, host }: KnownOther, key: string): DeskPerson {
  const { reference, name, type, words, noPlace, checkedInAt } = other;
  return {
    key,
    reference,
    name,
    institute: host.institute,
    type,
    words: [...words],
    state: host.state,
    isOther: true,
    ...(noPlace !== undefined && { refusal: noPlace }),
    ...(checkedInAt !== undefined && { checkedInAt }),
  };
}
