import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteFolders } from '#server/content/folders.ts';
import { loadPages } from '#server/http/pages.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { conferenceWithPages, insertContributions } from '#tests/support/published-contribution.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { expectNoFindings } from './axe.ts';
import { brokenWords } from './broken-words.ts';
import { expect, withoutServer } from './fixtures.ts';

const [starred, formula] = ['AB26-0000-0007', 'AB26-0000-0004'];
/** As a page behind a link, after gzip and without pictures and fonts. */
const mostBytes = 25_000;
const mostShift = 0.02;
const address = (reference: string) => `/contributions/${reference}`;

const test = withoutServer.extend<{ server: TestServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it.
  server: async ({}, use) => {
    const ahead = conferenceWithPages();
    const days = ahead.agenda.days.map((day, at) => ({
      ...day,
      items:
        at === 0
          ? [{ start: '13:00', end: '13:20', title: 'A talk', abstract: starred }]
          : day.items,
    }));
    const content = { ...ahead, agenda: { days } };
    const pages = loadPages(join(siteFolders(fixtureSettings).build, 'client'));
    const server = await startTestServer({ content, pages });
    await insertContributions(server, 40);
    await use(server);
    await server.close();
  },
  baseURL: ({ server }, use) => use(server.origin),
});

test('the list and a page are accessible, fit every window and text size, and break no word', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/404/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  for (const path of ['/contributions', address(starred), address(formula), address('AB26-NONE')]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path).catch(() => undefined);
    await expect.soft(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoFindings(page, path);
    const browser = await page.context().newCDPSession(page);
    for (const [width, standard] of [
      [1280, 32],
      [390, 32],
      [320, 16],
    ] as const) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } });
      await page.setViewportSize({ width, height: 800 });
      const sideways = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(sideways, `${path}, ${width} pixels, text of ${standard}`).toBe(0);
      if (width === 320) expect.soft(await page.evaluate(brokenWords), path).toEqual([]);
    }
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  }
  expect(new Set(asked)).toEqual(new Set([server.origin]));
});

test('the list and a page weigh little, and nothing in them moves while they load', async ({
  page,
  server,
}) => {
  for (const path of ['/contributions', address(formula)]) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const answer = await fetch(`${server.origin}${path}`);
    const weight = gzipSync(await answer.text(), { level: 9 }).length;
    expect.soft(weight, path).toBeLessThanOrEqual(mostBytes);
    await expect.soft(page.locator('script[src]'), path).toHaveCount(0);
    expect.soft(await page.evaluate(shift), path).toBeLessThan(mostShift);
  }
});

/** The measure "cumulative layout shift". */
function shift(): Promise<number> {
  return new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries()) sum += Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
  });
}

test('a reader searches, opens a contribution, copies its citation and keeps a star @phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/contributions');
  await page.getByRole('searchbox').fill('cellulose shellac');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('status')).toContainText('contributions');
  await page.goto(address(starred));
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${address(starred)}`);
  const star = page.getByRole('button', { name: 'Star this contribution' });
  await star.click();
  await page.reload();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/agenda');
  expect(await page.evaluate(() => localStorage.getItem('starred'))).not.toBe('');
});

test('the menu opens with its button and closes with Esc, and is open without scripts', async ({
  page,
  browser,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/contributions');
  const button = page.getByRole('button', { name: 'Menu' });
  const link = page.getByRole('navigation').first().getByRole('link', { name: 'Speakers' });
  await expect(link).toBeHidden();
  await button.click();
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(button).toBeFocused();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin });
  const without = await plain.newPage();
  await without.goto(address(formula));
  await expect(
    without.getByRole('navigation').first().getByRole('link', { name: 'Speakers' }),
  ).toBeVisible();
  await expect(without.getByRole('button', { name: 'Copy' })).toBeHidden();
  await expect(without.locator('math').first()).toBeVisible();
  await plain.close();
});

test('the language of a page is changed in its menu', async ({ page }) => {
  await page.goto(address(formula));
  await expect(page.getByRole('link', { name: 'Deutsch' })).toHaveAttribute(
    'href',
    `/de${address(formula)}`,
  );
});
