import { ActionImpossible, type Plan } from '#server/operations/plan.ts';

/** Plans that an organiser has seen. Each can be performed once, and no other plan can. */
export type PendingPlans = {
  /** Keeps a plan and returns its id. */
  keep: (plan: Plan) => string;
  /** Performs a plan. A second call gets the same answer and has no further effect. */
  perform: (id: string) => Promise<string[]>;
};

const KEPT_MS = 10 * 60_000;

export function createPendingPlans(newId: () => string, now: () => number): PendingPlans {
  const pending = new Map<string, { plan: Plan; until: number; done?: Promise<string[]> }>();

  function forgetOld() {
    for (const [id, { until }] of pending) if (until <= now()) pending.delete(id);
  }

  return {
    keep(plan) {
      forgetOld();
      const id = newId();
      pending.set(id, { plan, until: now() + KEPT_MS });
      return id;
    },
    async perform(id) {
      forgetOld();
      const found = pending.get(id);
      if (!found) throw new ActionImpossible('This preview is too old. Please open it again.');
      found.done ??= found.plan.perform();
      return found.done;
    },
  };
}
