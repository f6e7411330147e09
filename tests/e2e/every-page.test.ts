import type { Page, Request } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { brokenWords } from './broken-words.ts';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { field } from './form-page.ts';
import { longWord, widenedBy } from './long-words.ts';
import { cutOff, shiftsSoFar, sidewaysScroll, visibleParts } from './page-checks.ts';
import { isWeekly } from './weekly.ts';

const pages = [...builtPages, '/no-such-page'];
/** The largest cumulative layout shift that a page may have while it loads. */
const mostShift = 0.02;
/** The script of the payment result replaces the text of its page. The scripts of the other pages keep their texts. */
const keepsItsText = (path: string) => path !== '/payment-success';

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

/** The field that a visitor sees first in a form. */
const firstFields: Record<string, string> = {
  '/conference-registration': 'Name',
  '/discount-registration': 'Title',
  '/abstract-submission': 'Title',
  '/contact': 'Full name',
  '/book-a-stand': 'Title',
  '/sponsorship-exposure-form': 'First name',
};

test.beforeEach(({ allowConsole }) => {
  allowConsole(/404|Page not found|no-such-page/);
});

for (const path of pages) {
  test(`${path} does not shift, requests nothing from other hosts, is accessible, fits every window and text size, and is complete without its scripts`, async ({
    page,
    site,
    allowConsole,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));

    await test.step('on a desktop', async () => {
      await page.setViewportSize(desktop);
      await loadWithoutShift(page, path);
      const first = firstFields[path];
      if (first) await expect.soft(field(page, first)).toBeInViewport({ ratio: 1 });
      await goThrough(page);
      expect.soft(new Set(asked)).toEqual(new Set([site.origin]));
      // No success message shows before the visitor has done anything.
      await expect.soft(page.getByRole('status')).toHaveCount(0);
      await expect.soft(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect.soft(page.getByRole('banner')).toBeVisible();
      await expectNoFindings(page);
    });
    const onDesktop = await page.evaluate(visibleParts);
    expect(onDesktop.headings.length).toBeGreaterThan(1);

    await test.step('with text at twice its size, and in a window of 320 pixels', async () => {
      const browser = await page.context().newCDPSession(page);
      for (const [width, height, standard] of [
        [1280, 800, 32],
        [768, 1024, 32],
        [390, 664, 32],
        [320, 640, 16],
      ] as const) {
        await browser.send('Page.setFontSizes', { fontSizes: { standard } });
        await page.setViewportSize({ width, height });
        const what = `${width} pixels, text of ${standard}`;
        const size = () =>
          page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
        await expect.poll(size).toBe(standard);
        expect.soft(await page.evaluate(sidewaysScroll), what).toBe(0);
        if (width !== 390) expect.soft(await page.evaluate(cutOff), what).toEqual([]);
        if (width === 320) {
          expect.soft(await page.evaluate(brokenWords), what).toEqual([]);
          expect.soft(await page.evaluate(widenedBy, longWord), what).toEqual([]);
        }
        const header = await page.getByRole('banner').boundingBox();
        expect.soft(header?.height, what).toBeLessThan(height * 0.25);
      }
    });

    await test.step('on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 664 });
      if (isWeekly) await loadWithoutShift(page, path);
      else await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const first = path === '/conference-registration' ? 'Title' : firstFields[path];
      if (first) await expect.soft(field(page, first)).toBeInViewport({ ratio: 1 });
      await page.setViewportSize(phone);
      await goThrough(page);
    });
    const onPhone = await page.evaluate(visibleParts);

    await test.step('with every script blocked', async () => {
      allowConsole(/Failed to load resource/);
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto(path);
      for (const [size, hydrated] of [
        [phone, onPhone],
        [desktop, onDesktop],
      ] as const) {
        await page.setViewportSize(size);
        const blocked = await page.evaluate(visibleParts);
        if (keepsItsText(path)) {
          expect.soft(blocked.headings).toEqual(expect.arrayContaining(hydrated.headings));
          expect.soft(blocked.fields).toEqual(hydrated.fields);
          expect.soft(blocked.links).toEqual(expect.arrayContaining(hydrated.links));
        }
        // Buttons that need a script are disabled.
        expect.soft(blocked.enabledButtons).toEqual([]);
      }
      // The footer ends the page in the fonts of the site, as it does with scripts.
      await expect.soft(page.getByRole('contentinfo').getByText(/^©/)).toBeVisible();
      const heading = page.getByRole('heading', { level: 1 });
      await expect.soft(heading).toHaveCSS('font-family', /Newsreader/);
      await expect.soft(page.locator('body')).toHaveCSS('font-family', /Instrument Sans/);
    });
  });
}

test('a script that the policy forbids shows on the console, which fails a test', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Content Security Policy/);
  await page.goto('/contact');
  const refused = page.waitForEvent('console', (line) => line.text().includes('Security Policy'));
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "run"';
    document.body.append(script);
  });
  await refused;
  await expect(page).not.toHaveTitle('run');
});

/** Opens a page and checks that nothing moves while its fonts, drawings and scripts load. */
async function loadWithoutShift(page: Page, path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await promise;
    await route.continue();
  });
  const settled = requestsOf(page);
  await page.goto(path, { waitUntil: 'commit' });
  // The page is painted before anything else may load.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  resolve();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  await settled();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const shifts = await page.evaluate(shiftsSoFar);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect.soft(sum, JSON.stringify(shifts)).toBeLessThan(mostShift);
  await page.unroute('**/assets/**');
}

/** Counts the requests of the page from now on; the result waits until each has ended, and what they cause is painted. */
function requestsOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const paint = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))),
    );
  return async () => {
    do {
      await expect.poll(() => open.size).toBe(0);
      // A script may ask for more once it has run.
      await paint();
    } while (open.size > 0);
  };
}

/** Scrolls to the end, so that lazy pictures load. */
async function goThrough(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByPlaceholder('Your email').scrollIntoViewIfNeeded();
}
