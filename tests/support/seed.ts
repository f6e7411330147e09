import { createHash } from 'node:crypto';
import { idOf, type NewId } from '#server/identity.ts';

/**
 * All random values of tests follow from the seed, ids and keys too. `vitest.config.ts` chooses it; a failed test
 * prints it.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 1);

let count = 0;

/** The same bytes again in a run with the same seed. */
function nextBytes(length: number): Uint8Array {
  count += 1;
  return createHash('sha256').update(`${seed}:${count}`).digest().subarray(0, length);
}

/** An id as the server makes them. */
export const newId: NewId = () => idOf(nextBytes(26));
