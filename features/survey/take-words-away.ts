import { findAbstractByReference } from '#server/abstract/abstracts.ts';
import { line } from '#contract/text.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { findTalkWords, takeTalkWords } from './talk-words.ts';

/**
 * Takes away words that somebody has misused: the text is deleted, the speaker no longer sees them, and the writer reads
 * the reason. The plan and the log have no text and no name.
 */
export async function planTakingAway(
  organising: Organising,
  typed: { reference: string; number: string; reason: string },
): Promise<Plan> {
  const { db } = organising.payments;
  const { data: reason } = line(300).safeParse(typed.reason);
  if (reason === undefined) {
    throw new ActionImpossible('The reason has to be one sentence of at most 300 characters.');
  }
  const reference = typed.reference.trim().toUpperCase();
  const number = Number(typed.number);
  const abstract = await findAbstractByReference(db, reference);
  if (!abstract) throw new ActionImpossible(`There is no abstract ${reference}.`);
  const words = await findTalkWords(db, abstract.id, number);
  if (!words) throw new ActionImpossible(`${reference} has no words with the number ${number}.`);
  if (words.words === undefined) {
    throw new ActionImpossible('They were taken away already.', { reason: 'unchanged' });
  }
  return {
    words: [
      `The words no. ${number} to ${reference} would be deleted. The speaker no longer sees them, and the writer reads the reason: “${reason}”`,
    ],
    button: `Take away no. ${number} of ${reference}`,
    async perform() {
      await act(organising, async ({ tx, now, record }) => {
        const taken = { at: now, by: organising.actor, reason };
        if (!(await takeTalkWords(tx, words, taken))) {
          throw new ActionImpossible('They were taken away meanwhile.', { reason: 'changed' });
        }
        const entry = `words no. ${number} taken away: ${reason}`;
        await record({ action: 'take-words-away', reference, words: entry });
      });
      return ['Taken away.'];
    },
  };
}
