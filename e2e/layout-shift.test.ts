import type { Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { pretendCountryService } from './pretend-server.ts';

/** The largest cumulative layout shift that a page may have while it loads. */
const limit = 0.02;

for (const path of builtPages) {
  test(`${path} does not shift while fonts, drawings and scripts load`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404/);
    await pretendCountryService(page, ['Norway', 'Chile']);
    const released = await holdAssets(page);
    await page.goto(path, { waitUntil: 'commit' });
    // The page is painted before anything else may load.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    released();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const shifts = await page.evaluate(shiftsSoFar);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(limit);
  });
}

async function holdAssets(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The shifts that the browser counts for the measure "cumulative layout shift". */
function shiftsSoFar() {
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
  return new Promise<{ value: number; moved: string[] }[]>((done) => {
    const observer = new PerformanceObserver((seen) => {
      observer.disconnect();
      done(
        (seen.getEntries() as Shift[]).map(({ value, sources }) => ({
          value,
          moved: sources.map(({ node }) => node?.nodeName ?? ''),
        })),
      );
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // The browser reports nothing where nothing has moved.
    requestAnimationFrame(() => requestAnimationFrame(() => done([])));
  });
}
