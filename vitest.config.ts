import { globSync, readFileSync } from 'node:fs';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { contentPlugin } from './scripts/content-plugin.ts';

const shared: TestProjectInlineConfiguration['test'] = {
  setupFiles: ['scripts/console-guard.ts'],
  restoreMocks: true,
  testTimeout: 30_000,
  hookTimeout: 30_000,
};

const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'unit',
    include: [
      '{bench,contract,documents,organiser,sandbox,scripts,server,site}/**/*.test.{ts,tsx}',
    ],
    env: { DATABASE_ENGINE: 'sqlite' },
  },
};

/** What never opens the database of the tests would be the same test twice. */
const onDatabase = globSync('{server,organiser}/**/*.test.ts').filter((file) =>
  /testing\/(?:test-server|test-database|test-commands|randomised-payments|every-row)|TEST_DATABASE_URL|DATABASE_ENGINE/.test(
    readFileSync(file, 'utf8'),
  ),
);

/** The server's tests a second time, where there is a PostgreSQL to run them on. */
const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'postgres',
    include: onDatabase,
    env: { DATABASE_ENGINE: 'postgres' },
  },
};

export default defineConfig({
  plugins: [contentPlugin()],
  test: { projects: process.env['TEST_DATABASE_URL'] ? [unit, postgres] : [unit] },
});
