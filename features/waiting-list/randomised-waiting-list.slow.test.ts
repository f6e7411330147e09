import { expect, test } from 'vitest';
import { runWaitingList } from '#tests/support/random-waiting-list.ts';
import { seed } from '#tests/support/seed.ts';

// WAITING_RUNS=1000 makes a long test. TEST_SEED sets the first seed, to repeat a run that failed.
// On PostgreSQL a history takes ten times as long.
const usual = process.env['TEST_ENGINE'] === 'postgres' ? 2 : 6;
const runs = Number(process.env['WAITING_RUNS'] ?? usual);

test(
  `in ${runs} or more random histories from seed ${seed} nobody is skipped, and no place is given twice`,
  async () => {
    const done = { offers: 0, taken: 0 };
    // Histories in which nobody takes an offer would prove nothing, so they are not the last.
    for (let each = seed; each < seed + runs || done.taken === 0; each++) {
      const { acts, found, offers, taken } = await runWaitingList(each);
      done.offers += offers;
      done.taken += taken;
      expect(found, `TEST_SEED=${each} WAITING_RUNS=1\n${acts.join('\n')}`).toEqual([]);
    }
    expect(done.offers).toBeGreaterThanOrEqual(done.taken);
  },
  Math.max(90_000, runs * 10_000),
);
