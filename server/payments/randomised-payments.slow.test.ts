import { expect, test } from 'vitest';
import { runRandomly, shortestFailure } from '#tests/support/randomised-payments.ts';
import { seed } from '#tests/support/seed.ts';

// PAYMENT_RUNS=1000 makes a long test. TEST_SEED sets the first seed, to repeat a run that failed.
// On PostgreSQL a run takes four times as long.
const usual = process.env['TEST_ENGINE'] === 'postgres' ? 2 : 4;
const runs = Number(process.env['PAYMENT_RUNS'] ?? usual);
/** Five failures are enough to recognise their kind. */
const MOST_FAILURES = 5;

test(
  `after ${runs} random runs from seed ${seed} ledger, places, documents and mails agree with the providers`,
  async () => {
    const began = Date.now();
    const failed: string[] = [];
    const done = { runs: 0, acts: 0, charges: 0 };
    for (let each = seed; each < seed + runs; each++) {
      const ran = await runRandomly(each);
      done.runs += 1;
      done.acts += ran.acts.length;
      done.charges += ran.charges;
      if (ran.found.length === 0) continue;
      const { outcome = ran } = await shortestFailure(each, ran);
      const command = `TEST_SEED=${each} PAYMENT_RUNS=1`;
      failed.push(
        [
          command,
          ...ran.found,
          'The shortest failing run:',
          ...outcome.acts,
          ...outcome.found,
        ].join('\n'),
      );
      if (failed.length === MOST_FAILURES) break;
    }
    const seconds = Math.round((Date.now() - began) / 1000);
    process.stdout.write(
      `${done.runs} runs from seed ${seed}, ${done.acts} acts, ${done.charges} charges, ${failed.length} differences, ${seconds} s\n`,
    );
    expect(failed.join('\n\n')).toBe('');
    // Runs without a payment would prove nothing.
    expect(done.charges).toBeGreaterThan(runs / 2);
  },
  runs * 60_000,
);
