import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './scripts/programs.ts';

const executablePath = findTestBrowser(process.env);
if (!executablePath) {
  throw new Error('Chromium was not found: install it, or name it in CHROMIUM_PATH.');
}

const isCi = Boolean(process.env['CI']);

/** What no width changes: what is called, kept, charged, sent and said. It is run once, on the desktop. */
const atOneWidth = [
  'abstract-upload',
  'browser-storage',
  'country-service',
  'discount-calls',
  'every-page',
  'fault-panel',
  'form-drafts',
  'seo',
  'interrupted-payment',
  'payment-result',
  'policy',
  'privacy',
  'real-keys',
  'receipt',
  'registration-{calls,captcha,draft,pricing}',
  'speakers-page',
  'submit-abstract',
  'weight',
  '{abstract,discount,payment,registration}-messages',
].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Two keep two cores busy; a third makes nothing faster.
  workers: Math.max(2, availableParallelism() - 1),
  fullyParallel: true,
  // CI machines are slow and shared; a test that fails three times is broken.
  retries: isCi ? 2 : 0,
  forbidOnly: isCi,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 15_000,
    // To trace every test is dear: where a failure is tried again, that is soon enough.
    trace: isCi ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: atOneWidth,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
  ],
});
