import { inLanguage } from '#contract/content.ts';
import type { Tx } from '#server/database/database.ts';
import { kindsThatEndWithAbstract } from '#server/mail/mail-kinds.ts';
import { withdrawAbout } from '#server/mail/outbox.ts';
import type { Deed } from '#server/operations/act.ts';
import { abstractAddressChanged } from './mails.ts';
import { abstractDecided } from '#features/programme/mails.ts';
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
  const kinds = kindsThatEndWithAbstract();
  const withdrawn = await withdrawAbout(tx, reference, { kinds, recipient }, now);
  if (withdrawn.has('abstract-decided')) await putUntold(tx, id);
}

/**
 * Tells both addresses of a change. Mails that wait for the former one do not go out; a letter about the decision waits
 * for the new one instead.
 */
export async function mailReaddressing(
  { tx, moment, post }: Deed,
  { newId, mailLayout, content }: Omit<ActDeps, 'db' | 'clock'>,
  { before, after, origin }: { before: KeptAbstract; after: KeptAbstract; origin: string },
): Promise<void> {
  const { reference, email: recipient } = before;
  const event = newId();
  const withdrawn = await withdrawAbout(tx, reference, { recipient }, moment);
  const decision = withdrawn.has('abstract-decided') && (await findDecision(tx, after.id));
  const { session } = titlesOf(inLanguage(content, after.language), after);
  await post(
    ...abstractAddressChanged(mailLayout, { before, after, event, origin }),
    ...(decision ? [abstractDecided(mailLayout, after, decision, { session, origin, event })] : []),
  );
}
