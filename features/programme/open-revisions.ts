import type { ConcernKind } from '#server/operations/concern.ts';
import { findAbstracts } from '#server/abstract/abstracts.ts';
import { timestamp } from '#server/identity.ts';
import { overdueRevisions } from './decisions.ts';
import { isRevised } from './revisions.ts';

/** Revisions that did not come, or that came and wait for the second decision after their day. */
export const openRevisions: ConcernKind = {
  about: 'abstract',
  title: 'Revisions wait for the committee',
  subject: 'Reviews and decisions',
  isTold: false,
  async find({ db, clock }) {
    const overdue = await overdueRevisions(db, timestamp(clock()));
    const abstracts = await findAbstracts(
      db,
      overdue.map(({ abstractId }) => abstractId),
    );
    const decisions = new Map(overdue.map((each) => [each.abstractId, each]));
    const oldestFirst = abstracts.toSorted((one, other) =>
      one.createdAt < other.createdAt ? -1 : 1,
    );
    return oldestFirst.flatMap((abstract) => {
      const { id, reference, withdrawnAt } = abstract;
      const decision = decisions.get(id);
      if (!decision || withdrawnAt !== undefined) return [];
      const what = isRevised(abstract, decision)
        ? 'its revised version waits for a decision'
        : decision.toldOutcome === 'REVISE'
          ? 'its author has sent no revised version in time'
          : 'its author was not told in time to revise it';
      return [
        {
          id: `revision-${reference}`,
          words: `abstract ${reference}: ${what}`,
          page: `/abstracts/${reference}`,
          command: 'organiser decide records a decision, or another day',
        },
      ];
    });
  },
};
