import { test as everywhere } from 'vitest';

const isOnBoth = process.env['TEST_ENGINE'] !== 'postgres' || process.env['WEEKLY'] === 'on';

/** A test of several actors at the same moment: the locks of each engine decide how it ends. */
export const atOnce = everywhere;
/** A test beside those: `npm test` runs it on SQLite only, and every Monday it runs on PostgreSQL, too. */
export const test = everywhere.runIf(isOnBoth);
