import type { Db } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';

/** A mail that was given up: it is sent again only if an organiser revives it. */
export type DeadLetter = {
  id: string;
  kind: string;
  recipient: string;
  attempts: number;
  diedAt: string;
  trouble: string;
};

export async function listDeadLetters(db: Db): Promise<DeadLetter[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'attempts', 'dead_at', 'trouble'])
    .where('dead_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .where('digest_id', 'is', null)
    .orderBy('dead_at')
    .execute();
  return rows.map(({ dead_at: diedAt, trouble, ...row }) => ({
    ...row,
    diedAt: diedAt ?? '',
    trouble: trouble ?? '',
  }));
}

const ANSWERS: Record<string, string> = {
  EENVELOPE: 'the mail server refused the address',
  EMESSAGE: 'the mail server refused the mail',
  EAUTH: 'the mail server refused the login',
  EOAUTH: 'there is no token for the login',
  ERETURNED: 'earlier mails to the address came back',
  ETLS: 'the mail server offers no safe connection',
};

/** The answer of the mail server in words. */
export function troubleReason(trouble: string): string {
  if (trouble === '') return '';
  return ANSWERS[trouble.split(' ')[0] ?? ''] ?? 'the mail server did not take it';
}

/** The same, with its codes. */
export function troubleWords(trouble: string): string {
  return trouble && `${troubleReason(trouble)} (${trouble})`;
}

/** Gives every dead mail another ten tries from now. Returns the number of mails. */
export async function reviveDeadLetters(db: Db, now: Date): Promise<number> {
  const count = (await listDeadLetters(db)).length;
  // Mails in a dead digest are not counted but revived too.
  await db
    .updateTable('outbox')
    .set({ dead_at: null, attempts: 0, next_attempt_at: timestamp(now) })
    .where('dead_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  return count;
}
