import { inLanguage } from '#contract/content.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import type { Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import type { Message } from '#server/mail/message.ts';
import { act, type Deed } from '#server/operations/act.ts';
import { abstractAnswered } from './mails.ts';
import {
  findAbstract,
  findSubmitted,
  type KeptAbstract,
  setWithdrawn,
} from '#server/abstract/abstracts.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type ActDeps, byAuthor, recordAuthorAct } from '#server/abstract/author-activity.ts';
import { findToldDecision, putConfirmation } from '#features/programme/decisions.ts';
import { type OwnAbstract } from './own-abstract.ts';
import { withdrawLetters } from './withdraw-mails.ts';

type Turn = { isWithdrawn: boolean; origin: string };

/**
 * Withdraws an abstract for its author, or undoes that. Author and secretary get a mail. A second press changes nothing
 * and sends nothing.
 */
export function setWithdrawal(deps: ActDeps, { abstract }: OwnAbstract, turn: Turn): Promise<void> {
  return act(byAuthor(deps), async (deed) => {
    const { isWithdrawn } = turn;
    const again = isWithdrawn ? undefined : await findSentAgain(deed.tx, abstract);
    if (again) {
      const { sentAgain } = deps.content.yourAbstract.withdraw;
      const sentence = fillPlaceholders(sentAgain, { reference: again.reference });
      throw new AppError('removed', () => sentence);
    }
    const mails = await turnWithdrawal(deed, deps, abstract, turn);
    if (!mails) return;
    await recordAuthorAct(deed, deps, abstract, {
      act: isWithdrawn ? 'withdraw' : 'restore',
      words: isWithdrawn ? 'withdraws the abstract' : 'undoes the withdrawal',
    });
    await deed.post(mails.author, mails.secretary);
  });
}

/**
 * Withdraws an abstract, or undoes that, in the transaction of the caller, who records it. Waiting letters about a
 * withdrawn abstract do not go out. Returns the mails about it; undefined if it is so already, or if the abstract was
 * erased.
 */
export async function turnWithdrawal(
  { tx, now, moment }: Deed,
  { newId, mailLayout, content }: Omit<ActDeps, 'db' | 'clock'>,
  { id }: Pick<KeptAbstract, 'id'>,
  { isWithdrawn, origin }: Turn,
): Promise<{ author: Message; secretary: Message } | undefined> {
  const isTurned = await setWithdrawn(tx, id, isWithdrawn ? now : undefined);
  const abstract = await findAbstract(tx, id);
  if (!isTurned || !abstract) return undefined;
  if (isWithdrawn) await withdrawLetters(tx, abstract, moment);
  const { session } = titlesOf(inLanguage(content, abstract.language), abstract);
  // The mail must not tell an outcome before the letter does.
  const told = await findToldDecision(tx, id);
  const about = { isWithdrawn, event: newId(), session, origin };
  return abstractAnswered(mailLayout, abstract, told, about);
}

/** The abstract that the author of a withdrawn one has submitted since with the same file. */
export async function findSentAgain(
  tx: Tx,
  { id }: Pick<KeptAbstract, 'id'>,
): Promise<KeptAbstract | undefined> {
  const withdrawn = await findAbstract(tx, id);
  const again = withdrawn && (await findSubmitted(tx, withdrawn));
  return again?.id === id ? undefined : again;
}

/** Records that the author of an accepted abstract presents it. */
export function confirmPresentation(deps: ActDeps, { abstract }: OwnAbstract): Promise<void> {
  return act(byAuthor(deps), async (deed) => {
    if (!(await putConfirmation(deed.tx, abstract.id, deed.now))) return;
    await recordAuthorAct(deed, deps, abstract, { act: 'confirm', words: 'will present it' });
  });
}
