import { line } from '#contract/text.ts';
import {
  abstractInWords,
  findAbstractToChange,
} from '#features/author-page/find-abstract-to-change.ts';
import { abstractTakenDown, takedownMailWords } from '#features/author-page/mails.ts';
import { lockAbstracts } from '#server/abstract/abstracts.ts';
import type { FilePlaces } from '#server/abstract/given-file.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { removeFiles } from './change-poster.ts';
import { findPoster, takeDownPoster } from './posters.ts';

/** Takes a poster with its video down, while the page of its contribution stays. Its author reads the reason. */
export async function planPosterTakedown(
  organising: Organising,
  { store }: Pick<FilePlaces, 'store'>,
  typed: { reference: string; reason: string; isQuiet?: boolean },
): Promise<Plan> {
  const { db } = organising.payments;
  const abstract = await findAbstractToChange(db, typed.reference);
  const { id, reference } = abstract;
  const poster = await findPoster(db, id);
  const { isQuiet = false } = typed;
  const { data: reason } = line(300).safeParse(typed.reason);
  if (reason === undefined) {
    throw new ActionImpossible('The reason has to be one sentence of at most 300 characters.');
  }
  if (!poster || poster.takenDownAt !== undefined) {
    throw new ActionImpossible(`${reference} shows no poster.`);
  }
  return {
    words: [
      `The poster of ${abstractInWords(abstract)} would be on no page any more, and its files deleted. The author reads: “${reason}”`,
      takedownMailWords(abstract, isQuiet),
    ],
    button: `Take down the poster of ${reference}`,
    async perform() {
      await act(organising, async ({ tx, now, record, post }) => {
        await lockAbstracts(tx, [id]);
        if (!(await takeDownPoster(tx, id, { at: now, by: organising.actor, reason }))) {
          throw new ActionImpossible('It was taken down meanwhile.', { reason: 'changed' });
        }
        await record({ action: 'poster', reference, words: `the poster is taken down: ${reason}` });
        if (isQuiet) return;
        const { mailLayout, origin } = organising;
        const text = ({ posterTakenDown }: typeof mailLayout.words) => posterTakenDown;
        const event = `${id}:poster:${now}`;
        await post(abstractTakenDown(mailLayout, abstract, { text, reason, event, origin }));
      });
      await removeFiles(db, store);
      return ['Taken down.'];
    },
  };
}
