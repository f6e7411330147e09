import { type Db, inTransaction, type Tx } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { Message } from '#server/mail/message.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { type Activity, recordActivity } from './activities.ts';

/** An act that is being done: its transaction, the one moment at which it happens, its mails and its entry in the log. */
export type Deed = {
  tx: Tx;
  /** The moment in the format of the tables. */
  now: string;
  moment: Date;
  /** Puts mails into the outbox; returns the number of new ones. */
  post: (...mails: Message[]) => Promise<number>;
  record: (entry: Entry) => Promise<void>;
};

/** An act about nothing with a reference has none. */
export type Entry = Pick<Activity, 'action' | 'words'> & {
  reference?: string | undefined;
  participantId?: string | undefined;
};

type Acting = { payments: { db: Db; clock: Clock; newId: NewId }; actor: string };

/** Does something in one transaction. It locks nothing: some acts lock places or people before orders. */
export function act<T>(acting: Acting, work: (deed: Deed) => Promise<T>): Promise<T> {
  return inTransaction(acting.payments.db, (tx) => work(deedIn(tx, acting)));
}

/** A deed in a transaction that somebody else has begun. */
export function deedIn(tx: Tx, { payments: { clock, newId }, actor }: Acting): Deed {
  const moment = clock();
  const ofNow = { newId, clock: () => moment };
  return {
    tx,
    now: timestamp(moment),
    moment,
    post: (...mails) => postMessages(tx, ofNow, ...mails),
    record: ({ reference, ...entry }) =>
      recordActivity(tx, { ...ofNow, actor }, { ...entry, reference }),
  };
}
