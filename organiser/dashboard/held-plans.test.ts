import { expect, test } from 'vitest';
import { openHeldPlans } from './held-plans.ts';

function plans() {
  let now = 0;
  let count = 0;
  let done = 0;
  const held = openHeldPlans(
    () => `plan-${(count += 1)}`,
    () => now,
  );
  const id = held.hold({
    words: [],
    async perform() {
      done += 1;
      return [`done ${done}`];
    },
  });
  return { held, id, count: () => done, wait: (minutes: number) => void (now += minutes * 60_000) };
}

test('a plan is done once, however often and however fast it is asked for', async () => {
  const { held, id, count, wait } = plans();
  wait(9);
  const answers = await Promise.all([held.perform(id), held.perform(id)]);
  expect([...answers, await held.perform(id)]).toEqual([['done 1'], ['done 1'], ['done 1']]);
  expect(count()).toBe(1);
});

test('a plan that was shown ten minutes ago, or never, is not done', async () => {
  const { held, id, count, wait } = plans();
  wait(10);
  await expect(held.perform(id)).rejects.toThrow('This was shown too long ago');
  await expect(held.perform('plan-9')).rejects.toThrow('This was shown too long ago');
  expect(count()).toBe(0);
});
