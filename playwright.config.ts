import './tests/support/register-features.ts';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './scripts/programs.ts';

const executablePath = findTestBrowser(process.env);
if (!executablePath) {
  throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH to its path.');
}

const desktop = { viewport: { width: 1280, height: 800 } };
/**
 * Each of these files has a site of its own and runs in one worker. They come first, so that at the end no worker waits for
 * a long file of another.
 */
const oneAfterAnother = /\/(?:agenda|dashboard|second-conference)\.test\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Two workers keep two cores busy; a third worker would not make the tests faster.
  workers: Math.max(2, availableParallelism() - 1),
  fullyParallel: true,
  // A test that passes only on a second try is broken.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 30_000,
    // Traces make every test slower; `playwright test --trace on` records traces when a failure needs one.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // No test reaches another host. A test that needs a host fakes its answers with `page.route`.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    {
      name: 'desktop, one after another',
      testMatch: oneAfterAnother,
      use: desktop,
    },
    { name: 'desktop', testIgnore: oneAfterAnother, use: desktop },
    {
      name: 'phone',
      // The tag is for tests that a narrow window or a finger can break.
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
});
