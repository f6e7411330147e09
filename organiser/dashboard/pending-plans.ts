import { ActionImpossible, type Plan } from '#server/operations/plan.ts';

/** Plans that an organiser has been shown. Only what was shown is done, and once. */
export type PendingPlans = {
  /** Keeps a plan and gives its id. */
  keep: (plan: Plan) => string;
  /** Does it; asked a second time, it gives the same answer and does nothing more. */
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
