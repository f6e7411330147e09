import { inLanguage } from '#contract/content.ts';
import type { Tx } from '#server/database/database.ts';
import { postMessages, withdrawAbout } from '#server/mail/outbox.ts';
import { abstractAddressChanged } from './author-mails.ts';
import { abstractDecided } from '#features/programme/decision-mails.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import type { ActDeps } from '#server/abstract/author-activity.ts';
import { findDecision, putUntold } from '#features/programme/decisions.ts';

/**
 * Withdraws the waiting letters and reminders about an abstract that is withdrawn. A decision whose letter did not go out
 * is one of which the author was not told.
 */
export async function withdrawLetters(
  tx: Tx,
  { id, reference, email: recipient }: Pick<KeptAbstract, 'id' | 'reference' | 'email'>,
  now: Date,
): Promise<void> {
  const kinds = ['abstract-decided', 'author-reminder', 'letter'] as const;
  const withdrawn = await withdrawAbout(tx, reference, { kinds, recipient }, now);
  if (withdrawn.has('abstract-decided')) await putUntold(tx, id);
}

/**
 * Tells both addresses of a change. Mails that wait for the former one do not go out; a letter about the decision waits
 * for the new one instead.
 */
export async function mailReaddressing(
  tx: Tx,
  { clock, newId, mailLayout, content }: Omit<ActDeps, 'db'>,
  { before, after, origin }: { before: KeptAbstract; after: KeptAbstract; origin: string },
): Promise<void> {
  const { reference, email: recipient } = before;
  const event = newId();
  const withdrawn = await withdrawAbout(tx, reference, { recipient }, clock());
  const decision = withdrawn.has('abstract-decided') && (await findDecision(tx, after.id));
  const { session } = titlesOf(inLanguage(content, after.language), after);
  const mails = [
    ...abstractAddressChanged(mailLayout, { before, after, event, origin }),
    ...(decision ? [abstractDecided(mailLayout, after, decision, { session, origin, event })] : []),
  ];
  await postMessages(tx, mails, newId, clock());
}
