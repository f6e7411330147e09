import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './scripts/programs.ts';

const executablePath = findTestBrowser(process.env);
if (!executablePath) {
  throw new Error('Chromium was not found: install it, or name it in CHROMIUM_PATH.');
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Two keep two cores busy; a third makes nothing faster.
  workers: Math.max(2, availableParallelism() - 1),
  fullyParallel: true,
  // A test that passes only when it is tried again is broken.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 30_000,
    // Traces make every test slower; `playwright test --trace on` makes one of a test that fails.
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
        // No test reaches another host. A test that needs one answers in its place with `page.route`.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // Tests are tagged with what a narrow window or a finger can break.
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
});
