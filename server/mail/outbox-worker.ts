import type { Db } from '#server/database/database.ts';
import { MINUTE } from '#contract/time-spans.ts';
import type { Clock } from '#server/identity.ts';
import { atOnce } from '#server/at-once.ts';
import { findHold } from './hold.ts';
import { letterKinds } from './mail-kinds.ts';
import { type Mailer, NotDelivered } from './mailer.ts';
import { leaseMessage, markSent, putBack, type QueuedMessage, withdrawReturned } from './outbox.ts';
import { isKeptBack } from './returned-mails.ts';

export type OutboxWorker = {
  db: Db;
  mailer: Mailer;
  clock: Clock;
  from: { name: string; address: string };
  /** The name of the sender in each further language. */
  names?: Readonly<Record<string, string>>;
  /** Kinds that wait for a digest. */
  held: readonly string[];
  /** Whether mails that are not urgent may be sent now; otherwise they stay in the outbox. */
  hasRoom: () => Promise<boolean>;
  /** Whether letters to many people may be sent now. */
  hasRoomForLetters: () => Promise<boolean>;
  /** The address for answers unless the message says otherwise. */
  replyTo: string;
  /** The address to which a mail comes back, by its id; undefined: to its sender. */
  returnTo?: (id: string) => Promise<string | undefined>;
  /** Details never name a person. */
  log: (message: string, details: Record<string, unknown>) => void;
  /** For a mail that was given up: a person has to act. */
  alarm: (message: string, details: Record<string, string>) => void;
};

/**
 * The pauses before the second try up to the tenth, about a day together; then the mail is given up. A mail is given up at
 * once if the mail server refuses its address permanently, because mail servers block senders who repeat such mails.
 */
const PAUSES = [1, 3, 9, 27, 81, 240, 360, 360, 360].map((minutes) => minutes * MINUTE);

/**
 * Sends all due mails, as many at once as the mailer delivers: urgent ones first, letters to many people last, and none
 * that organisers hold. After a crash a mail may be sent twice, but none is lost. It calls `goesOn` before each mail, so
 * that a long queue does not delay a stop.
 */
export async function sendDueMail(worker: OutboxWorker, goesOn = () => true): Promise<number> {
  const first = goesOn() ? await nextMessage(worker) : undefined;
  if (!first) return 0;
  const counts = await atOnce(worker.mailer.atOnce ?? 1, (at) =>
    sendOneByOne(worker, goesOn, at === 0 ? first : undefined),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function sendOneByOne(
  worker: OutboxWorker,
  goesOn: () => boolean,
  leased: QueuedMessage | undefined,
): Promise<number> {
  const { db, clock } = worker;
  let sent = 0;
  let message = leased ?? (await nextMessage(worker));
  while (message) {
    const isKept = await isKeptBack(db, message, clock());
    const failure = isKept ? undefined : await deliver(worker, message);
    if (isKept) {
      await withdrawReturned(db, message.id, clock());
    } else if (failure === undefined) {
      await markSent(db, message.id, clock());
      sent += 1;
    } else {
      await tryLater(worker, message, failure);
    }
    message = goesOn() ? await nextMessage(worker) : undefined;
  }
  return sent;
}

async function nextMessage(worker: OutboxWorker): Promise<QueuedMessage | undefined> {
  const { db, clock, held, hasRoom, hasRoomForLetters } = worker;
  const hold = await findHold(db);
  if (hold === 'all') return undefined;
  const urgent = await leaseMessage(db, clock(), { which: 'urgent', held });
  if (urgent) return urgent;
  if (!(await hasRoom())) return undefined;
  const inTurn = await leaseMessage(db, clock(), { held: [...held, ...letterKinds()] });
  if (inTurn) return inTurn;
  const mayWrite = hold === undefined && (await hasRoomForLetters());
  return mayWrite ? leaseMessage(db, clock(), { which: 'letters' }) : undefined;
}

type Failure = Pick<NotDelivered, 'message' | 'isFinal'>;

/** Undefined if the mail server accepted the mail. */
async function deliver(worker: OutboxWorker, message: QueuedMessage): Promise<Failure | undefined> {
  const { mailer, from, names = {}, replyTo } = worker;
  const { replyTo: own, ...content } = message.content;
  try {
    await mailer.send({
      messageId: `<${message.id}@${from.address.split('@')[1]}>`,
      from: { ...from, name: names[content.language] ?? from.name },
      to: message.recipient,
      returnTo: await worker.returnTo?.(message.id),
      replyTo: own ?? replyTo,
      ...content,
    });
    return undefined;
  } catch (error) {
    // An error in our code must not stop the other mails. Its message may quote the mail, so only its name is logged.
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
