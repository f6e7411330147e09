import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { contentPlugin } from './scripts/content-plugin.ts';
import { fixtureSettings } from './tests/support/fixture-settings.ts';

// Elsewhere than in CI each run tries another one. TEST_SEED repeats the run that printed it.
const TEST_SEED = process.env['TEST_SEED'] ?? (process.env['CI'] ? '1' : String(randomInt(1e6)));

const shared: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['scripts/console-guard.ts', 'scripts/print-seed.ts'],
  // The files of a worker share their modules: to load the server again for each file takes as long as its tests.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // A busy machine may be several times slower: only a hang takes this long.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 45_000 } },
};

const include =
  '{contract,documents,organiser,packages,scripts,server,site,tests/faults}/**/*.test.{ts,tsx}';
const onSqlite = { ...fixtureSettings, TEST_SEED, DATABASE_ENGINE: 'sqlite' };
/** Tests that start whole processes or wait for a time limit in real time. `npm test` runs them, `npm run check` does not. */
const slowTests = '**/*.slow.test.ts';

const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...shared, name: 'unit', include: [include], exclude: [slowTests], env: onSqlite },
};
const slow: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...shared, name: 'slow', include: [slowTests], exclude: ['node_modules'], env: onSqlite },
};

/** The folders whose tests open the database: their tests a second time, where there is a PostgreSQL to run them on. */
const onDatabase =
  '{abstract,database,discount,http,letters,mail,orders,payments,privacy,receipts,registration,reports,speakers}';
const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'postgres',
    include: [
      `server/${onDatabase}/**/*.test.ts`,
      'server/config/quotas.test.ts',
      'server/operations/{backup,concerns,leased-job,servers,tell-alarms}.test.ts',
      'organiser/**/*.test.ts',
      'tests/faults/**/*.test.ts',
    ],
    // Slow, and the same on any database.
    exclude: [
      'organiser/backup.slow.test.ts',
      'organiser/main.slow.test.ts',
      'organiser/new-conference.slow.test.ts',
      'server/abstract/cut-uploads.slow.test.ts',
      'server/abstract/upload-pace.slow.test.ts',
      'server/database/postgres.slow.test.ts',
      'server/http/slow-clients.slow.test.ts',
      'server/orders/killed-cancellation.slow.test.ts',
      'server/payments/*-client.slow.test.ts',
    ],
    env: { ...fixtureSettings, TEST_SEED, DATABASE_ENGINE: 'postgres' },
  },
};

export default defineConfig({
  plugins: [contentPlugin(fixtureSettings.CONTENT_DIR)],
  test: {
    projects: process.env['TEST_DATABASE_URL'] ? [unit, slow, postgres] : [unit, slow],
    // Tests wait much of their time, so that one worker more than cores is fastest.
    maxWorkers: availableParallelism() + 1,
  },
});
