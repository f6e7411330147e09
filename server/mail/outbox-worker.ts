import type { Db } from '#server/database/database.ts';
import type { Clock } from '#server/identity.ts';
import { findHold } from './hold.ts';
import { letterKinds } from './mail-kinds.ts';
import { type Mailer, NotDelivered } from './mailer.ts';
import { leaseMessage, markSent, putBack, type QueuedMessage } from './outbox.ts';

export type OutboxWorker = {
  db: Db;
  mailer: Mailer;
  clock: Clock;
  from: { name: string; address: string };
  /** Kinds that wait for a digest. */
  held: readonly string[];
  /** Whether more may go out now than what is urgent; what may not stays in the outbox. */
  hasRoom: () => Promise<boolean>;
  /** The same for letters to many, which leave some of it free. */
  hasRoomForLetters: () => Promise<boolean>;
  /** The address for answers unless the message says otherwise. */
  replyTo: string;
  /** Details never name a person. */
  log: (message: string, details: Record<string, unknown>) => void;
  /** For what a person has to look at: a mail that was given up. */
  alarm: (message: string, details: Record<string, string>) => void;
};

const MINUTE = 60_000;
/**
 * Before the second try, the third … and the tenth; after that it is given up. A day in all. A mail to an address that the
 * mail server refuses for good is given up at once: repeats count against the sender.
 */
const PAUSES = [1, 3, 9, 27, 81, 240, 360, 360, 360].map((minutes) => minutes * MINUTE);

/**
 * Sends all that is due now, the urgent first, letters to many last, and nothing that organisers hold. A mail may go out twice after a crash, never not at all. `goesOn` is asked before each mail,
 * so that a long queue does not hold up whoever wants to stop.
 */
export async function sendDueMail(worker: OutboxWorker, goesOn = () => true): Promise<number> {
  const { db, clock } = worker;
  let sent = 0;
  while (goesOn()) {
    const message = await nextMessage(worker);
    if (!message) return sent;
    const failure = await deliver(worker, message);
    if (failure === undefined) {
      await markSent(db, message.id, clock());
      sent += 1;
    } else {
      await tryLater(worker, message, failure);
    }
  }
  return sent;
}

async function nextMessage({
  db,
  clock,
  held,
  hasRoom,
  hasRoomForLetters,
}: OutboxWorker): Promise<QueuedMessage | undefined> {
  const hold = await findHold(db);
  if (hold === 'all') return undefined;
  const urgent = await leaseMessage(db, clock(), { which: 'urgent', held });
  if (urgent) return urgent;
  if (!(await hasRoom())) return undefined;
  const inTurn = await leaseMessage(db, clock(), { held: [...held, ...letterKinds] });
  if (inTurn) return inTurn;
  const mayWrite = hold === undefined && (await hasRoomForLetters());
  return mayWrite ? leaseMessage(db, clock(), { which: 'letters' }) : undefined;
}

type Failure = Pick<NotDelivered, 'message' | 'isFinal'>;

/** Undefined when it was taken, else what the trouble was. */
async function deliver(worker: OutboxWorker, message: QueuedMessage): Promise<Failure | undefined> {
  const { mailer, from, replyTo } = worker;
  const { replyTo: own, ...content } = message.content;
  try {
    await mailer.send({
      messageId: `<${message.id}@${from.address.split('@')[1]}>`,
      from,
      to: message.recipient,
      replyTo: own ?? replyTo,
      ...content,
    });
    return undefined;
  } catch (error) {
    // A fault of ours must not stop the mails behind it. Its words may quote the mail.
    return error instanceof NotDelivered
      ? error
      : { message: `fault: ${nameOf(error)}`, isFinal: false };
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

async function tryLater(
  { db, clock, log, alarm }: OutboxWorker,
  { id, kind, attempts }: QueuedMessage,
  { message: trouble, isFinal }: Failure,
): Promise<void> {
  const now = clock();
  const pause = isFinal ? undefined : PAUSES[attempts - 1];
  const next = pause === undefined ? undefined : new Date(now.getTime() + pause);
  await putBack(db, id, { next, trouble, now });
  const details = { mail: id, kind, trouble };
  if (next) log('a mail could not be sent and waits for another try', { ...details, attempts });
  else alarm('a mail was given up; organiser mails shows it', details);
}
