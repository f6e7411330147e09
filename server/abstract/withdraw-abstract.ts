import { inTransaction, type Tx } from '#server/database/database.ts';
import { AppError } from '#server/errors.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { abstractAnswered } from './abstract-mails.ts';
import { findSubmitted, setWithdrawn } from './abstracts.ts';
import { titlesOf } from './abstract-titles.ts';
import { recordAuthorAct } from './author-activity.ts';
import type { AuthorDeps } from './author-deps.ts';
import { putConfirmation } from './decisions.ts';
import type { OwnAbstract } from './own-abstract.ts';

type Deps = Pick<AuthorDeps, 'db' | 'clock' | 'newId' | 'mailLayout' | 'content'>;

/**
 * Withdraws an abstract, or undoes that. Author and secretary get a mail. A second press changes nothing and sends
 * nothing.
 */
export function setWithdrawal(
  deps: Deps,
  { abstract, decision }: OwnAbstract,
  { isWithdrawn, origin }: { isWithdrawn: boolean; origin: string },
): Promise<void> {
  const { db, clock, newId, mailLayout, content } = deps;
  return inTransaction(db, async (tx) => {
    if (!isWithdrawn) await refuseSentAgain(tx, content, abstract);
    const at = isWithdrawn ? timestamp(clock()) : undefined;
    if (!(await setWithdrawn(tx, abstract.id, at))) return;
    await recordAuthorAct(tx, deps, abstract, {
      act: isWithdrawn ? 'withdraw' : 'restore',
      words: isWithdrawn ? 'withdraws the abstract' : 'undoes the withdrawal',
    });
    const { session } = titlesOf(content, abstract);
    const about = { isWithdrawn, event: newId(), session, origin };
    await postMessages(tx, abstractAnswered(mailLayout, abstract, decision, about), newId, clock());
  });
}

/** Refuses to undo a withdrawal after which the author has submitted the same file again. */
async function refuseSentAgain(
  tx: Tx,
  { yourAbstract: { withdraw } }: Pick<Deps['content'], 'yourAbstract'>,
  abstract: OwnAbstract['abstract'],
): Promise<void> {
  const again = await findSubmitted(tx, abstract);
  if (!again || again.id === abstract.id) return;
  throw new AppError('closed', withdraw.sentAgain.replace('{reference}', again.reference));
}

/** Records that the author of an accepted abstract presents it. */
export function confirmPresentation(deps: Deps, { abstract }: OwnAbstract): Promise<void> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    if (!(await putConfirmation(tx, abstract.id, timestamp(clock())))) return;
    const act = 'confirm';
    await recordAuthorAct(tx, deps, abstract, { act, words: 'will present it' });
  });
}
