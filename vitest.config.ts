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

/** The server's tests a second time, where there is a PostgreSQL to run them on. */
const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    ...shared,
    name: 'postgres',
    include: ['{server,organiser}/**/*.test.ts'],
    env: { DATABASE_ENGINE: 'postgres' },
  },
};

export default defineConfig({
  plugins: [contentPlugin()],
  test: { projects: process.env['TEST_DATABASE_URL'] ? [unit, postgres] : [unit] },
});
