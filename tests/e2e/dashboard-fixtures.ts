import type { Browser } from '@playwright/test';
import { fillConference } from '#tests/support/fill-conference.ts';
import { startSite } from '#tests/support/site-server.ts';
import { test as base } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** An open dashboard, and the storage of the browser that opened it. */
type Opened = { origin: string; address: string; state: Awaited<ReturnType<typeof stateOf>> };

/**
 * Each worker has a conference with people in every state, and an open dashboard. Every test has the storage of the
 * browser that opened the dashboard.
 */
export const test = base.extend<object, { dashboard: Opened }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const site = await startSite({}, ['--calls-only']);
      await fillConference(site);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  dashboard: [
    async ({ browser, site }, use) => {
      const { address, stop } = await site.dashboard();
      const state = await stateOf(browser, address);
      await use({ address, origin: new URL(address).origin, state });
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  storageState: ({ dashboard }, use) => use(dashboard.state),
  baseURL: ({ dashboard }, use) => use(dashboard.origin),
});

async function stateOf(browser: Browser, address: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
