import type { Content } from '#contract/content.ts';
import { titlesOf } from '#server/abstract/abstract-titles.ts';
import { type KeptAbstract, listAbstracts } from '#server/abstract/abstracts.ts';
import type { Db } from '#server/database/database.ts';
import { type Decision, decisionsByAbstract } from './decisions.ts';

/** The decisions about a group of abstracts. A withdrawn abstract counts with its decision, and as withdrawn. */
export type DecisionCounts = {
  by: 'all' | 'session' | 'country' | 'kind';
  name: string;
  received: number;
  accepted: number;
  rejected: number;
  revise: number;
  undecided: number;
  withdrawn: number;
  /** The share of the decided abstracts; undefined before the first decision. */
  acceptedPercent: number | undefined;
};

type Counted = { abstract: KeptAbstract; decision: Decision | undefined };

/** Statistics for the report: how much was accepted, by session, country and kind of presentation. */
export async function decisionStatistics(
  db: Db,
  content: Pick<Content, 'sessions'>,
): Promise<DecisionCounts[]> {
  const decisions = await decisionsByAbstract(db);
  const all = (await listAbstracts(db)).map((abstract): Counted => {
    return { abstract, decision: decisions.get(abstract.id) };
  });
  if (all.length === 0) return [];
  const groups = {
    session: ({ abstract }: Counted) => titlesOf(content, abstract).session,
    country: ({ abstract }: Counted) => abstract.country,
    // Before a decision says it, the kind is the wish.
    kind: ({ abstract, decision }: Counted) =>
      decision?.presentation ?? abstract.wish ?? 'without a kind',
  };
  return [
    countsOf('all', 'All', all),
    ...(['session', 'country', 'kind'] as const).flatMap((by) =>
      [...Map.groupBy(all, groups[by])]
        .map(([name, some]) => countsOf(by, name, some))
        .toSorted((a, b) => b.received - a.received || a.name.localeCompare(b.name, 'en')),
    ),
  ];
}

function countsOf(
  by: DecisionCounts['by'],
  name: string,
  group: readonly Counted[],
): DecisionCounts {
  const count = (wanted: Decision['outcome'] | undefined) =>
    group.filter(({ decision }) => decision?.outcome === wanted).length;
  const [accepted, rejected] = [count('ACCEPTED'), count('REJECTED')];
  const decided = accepted + rejected;
  return {
    by,
    name,
    received: group.length,
    accepted,
    rejected,
    revise: count('REVISE'),
    undecided: count(undefined),
    withdrawn: group.filter(({ abstract }) => abstract.withdrawnAt !== undefined).length,
    acceptedPercent: decided === 0 ? undefined : Math.round((100 * accepted) / decided),
  };
}

const HEADINGS = {
  all: 'All abstracts',
  session: 'By session',
  country: 'By country',
  kind: 'By kind',
};

/** The same as lines, with a heading for each kind of group. */
export function statisticsLines(all: readonly DecisionCounts[]): string[] {
  return [...Map.groupBy(all, ({ by }) => by)].flatMap(([by, counts]) => [
    `${HEADINGS[by]}:`,
    ...counts.map((each) => {
      const { name, received, accepted, rejected, revise, undecided, withdrawn } = each;
      const parts = [
        `${accepted} accepted`,
        `${rejected} rejected`,
        ...(revise > 0 ? [`${revise} to revise`] : []),
        ...(undecided > 0 ? [`${undecided} undecided`] : []),
        ...(withdrawn > 0 ? [`${withdrawn} of them withdrawn`] : []),
      ];
      const share =
        each.acceptedPercent === undefined ? '' : `; ${each.acceptedPercent} % accepted`;
      return `  ${name}: ${received} received, ${parts.join(', ')}${share}`;
    }),
  ]);
}
