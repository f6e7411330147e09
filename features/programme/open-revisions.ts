import type { ConcernKind } from '#server/operations/concern.ts';
import { listAbstracts } from '#server/abstract/abstracts.ts';
import { timestamp } from '#server/identity.ts';
import { decisionsByAbstract } from './decisions.ts';
import { isRevised } from './revisions.ts';

/** Revisions that did not come, or that came and wait for the second decision after their day. */
export const openRevisions: ConcernKind = {
  about: 'abstract',
  title: 'Revisions wait for the committee',
  subject: 'Reviews and decisions',
  isTold: false,
  async find({ db, clock }) {
    const now = timestamp(clock());
    const decisions = await decisionsByAbstract(db);
    return (await listAbstracts(db)).flatMap((abstract) => {
      const { id, reference, withdrawnAt } = abstract;
      const decision = decisions.get(id);
      const until = decision?.outcome === 'REVISE' ? decision.reviseUntil : undefined;
      if (!decision || until === undefined || withdrawnAt !== undefined || now < until) return [];
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
