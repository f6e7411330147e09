import { bySession } from '#server/abstract/abstract-titles.ts';
import type { KeptAbstract } from '#server/abstract/abstracts.ts';
import { planDecisions } from './decide-abstracts.ts';
import { isPoster, posterKey } from './slots.ts';
import { counted } from '#server/counted.ts';
import type { Organising, Plan } from '#server/operations/plan.ts';
import { acceptedContributions } from './accepted-contributions.ts';

/**
 * Gives each accepted poster without a number the next one: session by session, in each by the time of submission.
 * Numbers that were given stay, and no number is given twice, not even that of a withdrawn poster. `isAgain` numbers all
 * of them from P01; only authors whose number changes get a letter.
 */
export async function planPosterNumbers(
  organising: Organising,
  { isSending, isAgain = false }: { isSending: boolean; isAgain?: boolean },
): Promise<Plan> {
  const accepted = await acceptedContributions(organising.payments.db);
  const posters = accepted.filter(
    ({ abstract, decision }) => abstract.withdrawnAt === undefined && isPoster(decision),
  );
  const compare = bySession(organising.content);
  const bare = posters
    .filter(({ decision }) => isAgain || decision.number === undefined)
    .toSorted(({ abstract: one }, { abstract: other }) => {
      return compare(one, other) || (submissionOf(one) < submissionOf(other) ? -1 : 1);
    });
  const last = isAgain
    ? 0
    : Math.max(0, ...accepted.map(({ decision: { number = '' } }) => countIn(number)));
  const width = Math.max(2, String(last + bare.length).length);
  const given = posters.filter((each) => !bare.includes(each));
  const numbers = [
    ...bare.map(({ abstract }, at) => ({
      abstract,
      number: `P${String(last + at + 1).padStart(width, '0')}`,
    })),
    // A number that was recorded without a letter is told now.
    ...(isSending ? given : []).map(({ abstract, decision: { number } }) => ({ abstract, number })),
  ];
  const plan = await planDecisions(organising, {
    decisions: numbers.map(({ abstract: { reference }, number }, at) => ({
      row: at + 1,
      reference,
      decided: { outcome: 'ACCEPTED', number },
    })),
    isSending,
  });
  return {
    ...plan,
    words: [
      isAgain
        ? `Posters: ${posters.length}. All of them would be numbered from the beginning, and the boards of the hall follow: print the plan and the labels again.`
        : `Posters: ${posters.length}, of them ${given.length} with a number.`,
      ...plan.words,
    ],
    button: bare.length === 0 ? plan.button : `Number ${counted(bare.length, 'poster')}`,
  };
}

/** The 12 of P12 and P012. */
function countIn(number: string): number {
  return Number(/^p (\d+)$/.exec(posterKey(number))?.[1] ?? 0);
}

function submissionOf({ createdAt, id }: KeptAbstract): string {
  return `${createdAt} ${id}`;
}
