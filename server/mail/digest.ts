import { wroteRows } from '#server/database/queries.ts';
import { type Db, inTransaction, lockKey } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import { lastDigestTime } from './digest-times.ts';
import { composeMail, type MailLayout } from './mail-layout.ts';
import { routineKinds } from './mail-kinds.ts';
import type { Message } from './message.ts';
import { isWritten, postMessages } from './outbox.ts';

export type DigestDeps = {
  db: Db;
  mailLayout: MailLayout;
  clock: Clock;
  newId: NewId;
  /** A sentence for each present concern. */
  listAttention: () => Promise<string[]>;
};

/**
 * Puts the routine mails to the secretary into one mail: those that were written before the last full hour, or before the
 * last 07:00 at the conference. One transaction writes the digest and marks its mails, and the digest's key is unique, so
 * neither a crash nor a second server loses or repeats a mail. Returns whether it wrote a digest.
 */
export async function writeDigest(deps: DigestDeps): Promise<boolean> {
  const { db, mailLayout, clock, newId } = deps;
  const { words, conference } = mailLayout;
  if (words.digest === 'off') return false;
  const now = clock();
  const due = timestamp(lastDigestTime(words.digest, conference.dates.timezone, now));
  const event = due.slice(0, 13);
  const attention = await deps.listAttention();
  return inTransaction(db, async (tx) => {
    await lockKey(tx, 'digest');
    // A mail that is committed after this digest is in the next one.
    if (await isWritten(tx, `digest:${event}`)) return false;
    const id = newId();
    const lines = await tx
      .updateTable('outbox')
      .set({ digest_id: id })
      .where('kind', 'in', routineKinds())
      .where('created_at', '<', due)
      .where('sent_at', 'is', null)
      .where('dead_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('digest_id', 'is', null)
      .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<', timestamp(now))]))
      .$call(wroteRows);
    if (lines === 0) return false;
    const sources = { newId: () => id, clock: () => now };
    await postMessages(tx, sources, digestOf(mailLayout, event, attention));
    return true;
  });
}

/** The lines of the digest are added when it is sent, so that it has no line about a person who was erased before. */
function digestOf(layout: MailLayout, event: string, needs: readonly string[]): Message {
  const { digestMail, typed } = layout.words;
  const { attention, ...text } = digestMail;
  return composeMail(layout, {
    kind: 'digest',
    event,
    text: { ...text, paragraphs: [...text.paragraphs, typed] },
    steps: needs.length > 0 ? { heading: attention, points: [...needs] } : undefined,
  });
}
