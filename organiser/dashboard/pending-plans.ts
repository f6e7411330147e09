import { ActionImpossible, type Plan } from '#server/operations/plan.ts';
import type { Typed } from './call-rights.ts';

/** A plan that an organiser has seen. */
export type SeenPlan = {
  plan: Plan;
  typed: Typed;
  /** The colleague who saw it; absent: the organiser at the tunnel. */
  by?: string | undefined;
};

/** Plans that an organiser has seen. Each can be performed once, by the same organiser, and no other plan can. */
export type PendingPlans = {
  /** Keeps a plan and returns its id. */
  keep: (seen: SeenPlan) => string;
  /** Performs a plan by `work`. A second call gets the same answer and has no further effect. */
  perform: (
    id: string,
    by: string | undefined,
    work: (seen: SeenPlan) => Promise<string[]>,
  ) => Promise<string[]>;
};

const KEPT_MS = 10 * 60_000;

export function createPendingPlans(newId: () => string, now: () => number): PendingPlans {
  const pending = new Map<string, { seen: SeenPlan; until: number; done?: Promise<string[]> }>();

  function forgetOld() {
    for (const [id, { until }] of pending) if (until <= now()) pending.delete(id);
  }

  return {
    keep(seen) {
      forgetOld();
      const id = newId();
      pending.set(id, { seen, until: now() + KEPT_MS });
      return id;
    },
    async perform(id, by, work) {
      forgetOld();
      const found = pending.get(id);
      if (!found || found.seen.by !== by) {
        throw new ActionImpossible('This preview is too old. Please open it again.');
      }
      found.done ??= work(found.seen);
      return found.done;
    },
  };
}
