import { rowCount } from '#server/database/queries.ts';
import type { Tx } from '#server/database/database.ts';
import { DAY } from '#contract/time-spans.ts';
import { PARTICIPANT, type Person, timestamp } from '#server/identity.ts';
import type { Deed } from '#server/operations/act.ts';
import type { Activity } from '#server/operations/activities.ts';
import { ActionImpossible, isByParticipant, type Organising } from '#server/operations/plan.ts';
import { ownAct } from './mails.ts';
import type { Order } from '#server/orders/rows/orders.ts';

/** An act about an order; `participantId` is the person of a group, and `person` the one whom the act is about, as entered now. */
export type Act = Pick<Activity, 'action' | 'words'> & {
  participantId?: string | undefined;
  person: Person;
};

/**
 * The acts of a day about one person of an order. Each sends mails, some to a group's payer, so with the link of one
 * member somebody could fill the mailboxes of others.
 */
const MOST_ACTS = 20;

/** Whether a participant may do no more today. A cancellation is always possible: it is the last act, and money depends on it. */
export async function areTooMany(
  tx: Tx,
  { reference, participantId }: { reference: string; participantId: string | undefined },
  now: Date,
): Promise<boolean> {
  const count = await tx
    .selectFrom('activities')
    .where('reference', '=', reference)
    .where('who', '=', PARTICIPANT)
    .where('at', '>', timestamp(now, -DAY))
    .where((is) =>
      participantId === undefined
        ? is('participant_id', 'is', null)
        : is('participant_id', '=', participantId),
    )
    .$call(rowCount);
  return count >= MOST_ACTS;
}

/** Records an act in its transaction. The secretary gets a routine mail about an act of a participant. */
export async function recordAct(
  { tx, moment, post, record }: Deed,
  organising: Organising,
  order: Pick<Order, 'id' | 'reference'>,
  { person, ...act }: Act,
): Promise<void> {
  const { payments, mailLayout } = organising;
  const { reference } = order;
  const about = { reference, participantId: act.participantId };
  const isLimited = isByParticipant(organising) && act.action !== 'cancel';
  if (isLimited && (await areTooMany(tx, about, moment))) {
    throw new ActionImpossible(`${reference} was changed too often today.`, { reason: 'tooMany' });
  }
  await record({ ...act, reference });
  if (!isByParticipant(organising)) return;
  const event = payments.newId();
  await post(ownAct(mailLayout, order, { event, person, words: act.words }));
}
