import { beforeEach } from 'vitest';

/** A failed test prints the seed, which repeats the run with the same ids and random numbers. */
beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    process.stderr.write(`TEST_SEED=${process.env['TEST_SEED']} repeats this run.\n`);
  });
});
