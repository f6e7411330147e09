import type { Content } from '#contract/content.ts';
import { findAbstract, type KeptAbstract } from './abstracts.ts';
import { type Db, inTransaction } from '#server/database/database.ts';
import { type Clock, type NewId, timestamp } from '#server/identity.ts';
import type { MailLayout } from '#server/mail/mail-layout.ts';
import { postMessage } from '#server/mail/outbox.ts';
import { titlesOf } from './abstract-titles.ts';
import { abstractAnswered } from './abstract-mails.ts';
import { type Decision, findDecisionByToken, putAnswer } from './decisions.ts';

type AnswerDeps = {
  db: Db;
  clock: Clock;
  newId: NewId;
  mailLayout: MailLayout;
  content: Pick<Content, 'sessions'>;
};

/** The abstract behind an author's link, with its decision; undefined for an unknown link. */
export async function findDecided(
  db: Db,
  token: string,
): Promise<{ decision: Decision; abstract: KeptAbstract } | undefined> {
  const decision = await findDecisionByToken(db, token);
  const abstract = decision && (await findAbstract(db, decision.abstractId));
  return decision && abstract && { decision, abstract };
}

/**
 * Records whether an author presents. The secretary gets a mail if the author withdraws, or presents after a
 * withdrawal. The same answer again changes nothing.
 */
export function answerDecision(
  { db, clock, newId, mailLayout, content }: AnswerDeps,
  token: string,
  answer: 'CONFIRMED' | 'WITHDRAWN',
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const found = await findDecided(tx, token);
    if (!found || found.decision.answer === answer) return;
    const { decision, abstract } = found;
    const now = clock();
    if (!(await putAnswer(tx, decision, answer, timestamp(now)))) return;
    if (answer === 'CONFIRMED' && decision.answer !== 'WITHDRAWN') return;
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
