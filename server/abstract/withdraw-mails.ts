import type { Tx } from '#server/database/database.ts';
import { withdrawAbout } from '#server/mail/outbox.ts';
import type { KeptAbstract } from './abstracts.ts';
import { putUntold } from './decisions.ts';

type Addressed = Pick<KeptAbstract, 'id' | 'reference' | 'email'>;

/** Withdraws the waiting letters and reminders about an abstract that is withdrawn. */
export function withdrawLetters(tx: Tx, abstract: Addressed, now: Date): Promise<void> {
  return withdrawMails(tx, abstract, now, ['abstract-decided', 'author-reminder', 'letter']);
}

/**
 * Withdraws the waiting mails to the author, before the abstract gets another address. A decision whose letter did not
 * go out is one of which the author was not told.
 */
export async function withdrawMails(
  tx: Tx,
  { id, reference, email: recipient }: Addressed,
  now: Date,
  kinds?: Parameters<typeof withdrawAbout>[2]['kinds'],
): Promise<void> {
  const which = { recipient, ...(kinds && { kinds }) };
  const withdrawn = await withdrawAbout(tx, reference, which, now);
  if (withdrawn.has('abstract-decided')) await putUntold(tx, id);
}
