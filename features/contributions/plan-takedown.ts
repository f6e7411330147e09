import {
  abstractInWords,
  findAbstractToChange,
} from '#features/author-page/find-abstract-to-change.ts';
import { abstractTakenDown, takedownMailWords } from '#features/author-page/mails.ts';
import { endsWithContribution } from '#server/abstract/contribution-part.ts';
import { act } from '#server/operations/act.ts';
import { ActionImpossible, type Organising, type Plan } from '#server/operations/plan.ts';
import { changeContribution, findContribution } from './contributions.ts';

type Takedown = { reference: string; reason: string | undefined; isQuiet?: boolean };

/** Takes a page down with a reason, or shows it again without one. A page that is not public yet does not become so. */
export async function planTakedown(
  organising: Organising,
  { reference: typed, reason, isQuiet = false }: Takedown,
): Promise<Plan> {
  const { db } = organising.payments;
  const abstract = await findAbstractToChange(db, typed);
  const { reference, id } = abstract;
  const isUndo = reason === undefined;
  const already = isUndo ? 'is not taken down' : 'is taken down already';
  const isAlready = async (on: typeof db) =>
    ((await findContribution(on, id)).takenDownAt === undefined) === isUndo;
  if (await isAlready(db)) {
    throw new ActionImpossible(`${reference} ${already}.`, { reason: 'unchanged' });
  }
  const endings = isUndo ? [] : await endsWithContribution(db, organising.content, id);
  const effect = isUndo
    ? 'would be shown again, if its author agrees.'
    : 'would be taken off the site within a minute. Its address says only that it is gone.';
  return {
    words: [
      `The page of ${abstractInWords(abstract)}, ${effect}`,
      ...endings.map(({ organiser }) => organiser),
      ...(isUndo ? [] : [takedownMailWords(abstract, isQuiet)]),
    ],
    button: isUndo ? `Show the page of ${reference} again` : `Take the page of ${reference} down`,
    async perform() {
      await act(organising, async ({ tx, now, record, post }) => {
        const own = await findContribution(tx, id);
        const changes = isUndo
          ? { takenDownAt: undefined, takedownReason: undefined }
          : { takenDownAt: now, takedownReason: reason };
        if ((await isAlready(tx)) || !(await changeContribution(tx, own, changes))) {
          throw new ActionImpossible(`${reference} was changed at the same moment.`, {
            reason: 'changed',
          });
        }
        await record({
          action: isUndo ? 'undo-takedown' : 'takedown',
          reference,
          words: isUndo ? 'the page is shown again' : `the page is taken down: ${reason}`,
        });
        if (isUndo || isQuiet) return;
        const { mailLayout, origin } = organising;
        const text = ({ contributionTakenDown }: typeof mailLayout.words) => contributionTakenDown;
        const event = `${id}:page:${now}`;
        await post(abstractTakenDown(mailLayout, abstract, { text, reason, event, origin }));
      });
      return [isUndo ? 'The page is shown again.' : 'Taken down.'];
    },
  };
}
