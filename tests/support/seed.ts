import { createHash } from 'node:crypto';
import { idOf, type NewId } from '#server/identity.ts';

/**
 * All random values of tests follow from the seed, ids and keys too. `vitest.config.ts` chooses it; a failed test
 * prints it.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 1);

let count = 0;

/** Returns the next random bytes; runs with the same seed get the same bytes. */
function nextBytes(length: number): Uint8Array {
  count += 1;
  return createHash('sha256').update(`${seed}:${count}`).digest().subarray(0, length);
}

/** Makes an id in the server's format. */
export const newId: NewId = () => idOf(nextBytes(26));
