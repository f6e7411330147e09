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
  const id = pending.keep({
    words: [],
    button: 'Do it',
    async perform() {
      done += 1;
      return [`done ${done}`];
    },
  });
  return {
    pending,
    id,
    count: () => done,
    wait: (minutes: number) => void (now += minutes * 60_000),
  };
}

test('a plan is performed once, however often and fast the page asks for it', async () => {
  const { pending, id, count, wait } = plans();
  wait(9);
  const answers = await Promise.all([pending.perform(id), pending.perform(id)]);
  expect([...answers, await pending.perform(id)]).toEqual([['done 1'], ['done 1'], ['done 1']]);
  expect(count()).toBe(1);
});

test('a plan that was shown ten minutes ago, or never, is not performed', async () => {
  const { pending, id, count, wait } = plans();
  wait(10);
  await expect(pending.perform(id)).rejects.toThrow('This preview is too old');
  await expect(pending.perform('plan-9')).rejects.toThrow('This preview is too old');
  expect(count()).toBe(0);
});
