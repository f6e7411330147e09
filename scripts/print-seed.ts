import { beforeEach } from 'vitest';

/** A failed test says how its run is repeated: with the same ids, and with the same numbers where it does things at random. */
beforeEach(({ onTestFailed }) => {
  onTestFailed(() => {
    process.stderr.write(`TEST_SEED=${process.env['TEST_SEED']} repeats this run.\n`);
  });
});
