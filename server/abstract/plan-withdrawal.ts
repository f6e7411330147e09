import { inTransaction, type Tx } from '#server/database/database.ts';
import { timestamp } from '#server/identity.ts';
import { postMessages } from '#server/mail/outbox.ts';
import { recordActivity } from '#server/operations/activities.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { abstractAnswered } from './abstract-mails.ts';
import { titlesOf } from './abstract-titles.ts';
import { type Decision, findDecision, toldPart } from './decisions.ts';
import { findAbstract, findSubmitted, setWithdrawn } from './abstracts.ts';
import { abstractInWords, findAbstractToChange } from './find-abstract-to-change.ts';

/** Withdraws an abstract for its author, or undoes a withdrawal. The author gets a mail. */
export async function planWithdrawal(
  { payments, content, mailLayout, origin, actor }: Organising,
  { reference: typed, isUndo }: { reference: string; isUndo: boolean },
): Promise<Plan> {
  const { db, newId, clock } = payments;
  const abstract = await findAbstractToChange(db, typed);
  const { reference, name, email, withdrawnAt } = abstract;
  const isThere = (withdrawnAt === undefined) === isUndo;
  const already = isUndo ? 'is not withdrawn' : 'is withdrawn already';
  if (isThere) throw new ActionImpossible(`${reference} ${already}.`, { reason: 'unchanged' });
  const decision = await findDecision(db, abstract.id);
  const effect = isUndo
    ? 'would take part again, with its decision and all its files.'
    : 'would be withdrawn: committee, programme and book leave it out.';
  return {
    words: [
      `${abstractInWords(abstract)}, ${effect}`,
      ...(decision ? [decisionWords(decision)] : []),
      `${email} gets a mail about it.`,
    ],
    button: isUndo
      ? `Undo the withdrawal of ${reference}`
      : `Withdraw the abstract of ${name}, ${reference}`,
    async perform() {
      await inTransaction(db, async (tx) => {
        if (isUndo) await refuseSentAgain(tx, abstract.id);
        const isTurned = await setWithdrawn(
          tx,
          abstract.id,
          isUndo ? undefined : timestamp(clock()),
        );
        const turned = await findAbstract(tx, abstract.id);
        if (!turned) throw new ActionImpossible(`${reference} was erased.`, { reason: 'erased' });
        if (!isTurned)
          throw new ActionImpossible(`${reference} ${already}.`, { reason: 'changed' });
        const action = isUndo ? 'undo-withdraw' : 'withdraw';
        const words = isUndo ? 'the abstract takes part again' : 'the abstract is withdrawn';
        await recordActivity(tx, { clock, newId, actor }, { action, reference, words });
        const { session } = titlesOf(content, abstract);
        const about = { isWithdrawn: !isUndo, event: newId(), session, origin };
        const told = decision && toldPart(decision);
        const mails = abstractAnswered(mailLayout, turned, told, about);
        await postMessages(tx, mails.slice(0, 1), newId, clock());
      });
      return [isUndo ? 'The abstract takes part again.' : 'Withdrawn.'];
    },
  };
}

function decisionWords({ outcome, presentation, slot }: Decision): string {
  const words = [outcome.toLowerCase(), presentation, slot].filter((part) => part !== undefined);
  return `It is decided: ${words.join(', ')}.`;
}

/** Refuses to undo a withdrawal after which the author has submitted the same file again. */
async function refuseSentAgain(tx: Tx, id: string): Promise<void> {
  const abstract = await findAbstract(tx, id);
  const again = abstract && (await findSubmitted(tx, abstract));
  if (!again || again.id === id) return;
  throw new ActionImpossible(
    `${abstract.reference} was sent again as ${again.reference}, which takes part in its place.`,
  );
}
