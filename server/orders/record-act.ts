import type { Tx } from '#server/database/database.ts';
import type { Person } from '#server/identity.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { type Activity, recordActivity } from '#server/operations/activities.ts';
import type { Organising } from '#server/operations/plan.ts';
import { ownAct } from './change-mails.ts';
import type { Order } from './orders.ts';

/** The actor of what participants do on their own pages. */
export const PARTICIPANT = 'participant';

/** An act about an order; `participantId` is the person of a group, and `person` the one whom the act is about, as entered now. */
export type Act = Pick<Activity, 'action' | 'words'> & {
  participantId?: string | undefined;
  person: Person;
};

/** Records an act in its transaction. The secretary gets a routine mail about an act of a participant. */
export async function recordAct(
  tx: Tx,
  { payments, mailLayout, actor }: Organising,
  order: Pick<Order, 'id' | 'reference'>,
  { person, ...act }: Act,
): Promise<void> {
  const { reference } = order;
  await recordActivity(tx, { ...payments, actor }, { ...act, reference });
  if (actor !== PARTICIPANT) return;
  const id = payments.newId();
  const mail = ownAct(mailLayout, order, { event: id, person, words: act.words });
  await postMessage(tx, mail, id, payments.clock());
}
