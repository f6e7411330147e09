import { expect, test } from 'vitest';
import { createPendingPlans } from './pending-plans.ts';

function plans() {
  let now = 0;
  let count = 0;
  let done = 0;
  const pending = createPendingPlans(
    () => `plan-${(count += 1)}`,
    () => now,
  );
  const plan = {
    words: [],
    button: 'Do it',
    async perform() {
      done += 1;
      return [`done ${done}`];
    },
  };
  const id = pending.keep({ plan, typed: { action: 'do' }, by: 'one' });
  return {
    perform: (wanted = id, by = 'one') =>
      pending.perform(wanted, by, (seen) => seen.plan.perform()),
    id,
    count: () => done,
    wait: (minutes: number) => void (now += minutes * 60_000),
  };
}

test('a plan is performed once, however often and fast the page asks for it', async () => {
  const { perform, count, wait } = plans();
  wait(9);
  const answers = await Promise.all([perform(), perform()]);
  expect([...answers, await perform()]).toEqual([['done 1'], ['done 1'], ['done 1']]);
  expect(count()).toBe(1);
});

test('a plan that was shown ten minutes ago, or never, is not performed', async () => {
  const { perform, count, wait } = plans();
  wait(10);
  await expect(perform()).rejects.toThrow('This preview is too old');
  await expect(perform('plan-9')).rejects.toThrow('This preview is too old');
  expect(count()).toBe(0);
});

test('a colleague does not perform the plan that another one saw', async () => {
  const { perform, count } = plans();
  await expect(perform(undefined, 'other')).rejects.toThrow('This preview is too old');
  expect(count()).toBe(0);
});
