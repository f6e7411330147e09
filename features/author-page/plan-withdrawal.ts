import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { type Decision, findDecision } from '#features/programme/decisions.ts';
import { abstractInWords, findAbstractToChange } from './find-abstract-to-change.ts';
import { slotWords } from '#features/programme/slots.ts';
import { findSentAgain, turnWithdrawal } from './withdraw-abstract.ts';

/** Withdraws an abstract for its author, or undoes a withdrawal. The author gets a mail. */
export async function planWithdrawal(
  organising: Organising,
  { reference: typed, isUndo }: { reference: string; isUndo: boolean },
): Promise<Plan> {
  const { payments, origin } = organising;
  const { db } = payments;
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
      await act(organising, async (deed) => {
        const again = isUndo ? await findSentAgain(deed.tx, abstract) : undefined;
        if (again) {
          throw new ActionImpossible(
            `${reference} was sent again as ${again.reference}, which takes part in its place.`,
          );
        }
        const deps = { ...organising, newId: payments.newId };
        const mails = await turnWithdrawal(deed, deps, abstract, { isWithdrawn: !isUndo, origin });
        if (!mails) {
          throw new ActionImpossible(`${reference} ${already}, or was erased.`, {
            reason: 'changed',
          });
        }
        const action = isUndo ? 'undo-withdraw' : 'withdraw';
        const words = isUndo ? 'the abstract takes part again' : 'the abstract is withdrawn';
        await deed.record({ action, reference, words });
        await deed.post(mails.author);
      });
      return [isUndo ? 'The abstract takes part again.' : 'Withdrawn.'];
    },
  };
}

function decisionWords(decision: Decision): string {
  const { outcome, presentation } = decision;
  const words = [outcome.toLowerCase(), presentation, slotWords(decision)];
  return `It is decided: ${words.filter((part) => part !== undefined).join(', ')}.`;
}
