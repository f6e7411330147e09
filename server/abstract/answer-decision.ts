import type { Content } from '#contract/content.ts';
import { findAbstractByToken, type KeptAbstract, setWithdrawn } from './abstracts.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { titlesOf } from './abstract-titles.ts';
import { abstractAnswered } from './abstract-mails.ts';
import { type Decision, findDecision, putConfirmation } from './decisions.ts';

type AnswerDeps = {
  db: Db;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  content: Pick<Content, 'sessions'>;
};

/** The abstract behind an author's link, with its decision; undefined for an unknown link. */
export async function findLinked(
  db: Db,
  token: string,
): Promise<{ decision: Decision | undefined; abstract: KeptAbstract } | undefined> {
  const abstract = await findAbstractByToken(db, token);
  return abstract && { abstract, decision: await findDecision(db, abstract.id) };
}

/**
 * Records whether the author of an accepted abstract presents. The secretary gets a mail if the author withdraws, or
 * presents after a withdrawal. The same answer again changes nothing.
 */
export function answerDecision(
  { db, clock, newId, mailLayout, content }: AnswerDeps,
  token: string,
  answer: 'CONFIRMED' | 'WITHDRAWN',
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const found = await findLinked(tx, token);
    if (found?.decision?.outcome !== 'ACCEPTED') return;
    const { decision, abstract } = found;
    const now = clock();
    const withdrawnAt = answer === 'WITHDRAWN' ? timestamp(now) : undefined;
    const isTurned = await setWithdrawn(tx, abstract.id, withdrawnAt);
    if (answer === 'CONFIRMED') await putConfirmation(tx, abstract.id, timestamp(now));
    if (!isTurned) return;
    const { session } = titlesOf(content, abstract);
    const id = newId();
    await postMessage(
      tx,
      abstractAnswered(mailLayout, abstract, decision, { answer, id, session }),
      id,
      now,
    );
  });
}
