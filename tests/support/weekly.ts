import { test } from 'vitest';

/**
 * A long test of something that changes seldom: `npm run test:weekly` runs it, every Monday and before a release.
 * `npm test` has a short form of it.
 */
export const weekly = test.runIf(process.env['WEEKLY'] === 'on');
