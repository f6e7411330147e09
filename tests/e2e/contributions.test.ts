import { gzipSync } from 'node:zlib';
import { expect } from './fixtures.ts';
import { contributionPage, STARRED, test } from './server-pages.ts';

const [starred, formula] = [contributionPage(STARRED), contributionPage(4)];
/** As a page behind a link, after gzip and without pictures and fonts. */
const mostBytes = 25_000;

test('the list and a page weigh little', async ({ page, server }) => {
  for (const path of ['/contributions', formula]) {
    await page.goto(path);
    const answer = await fetch(`${server.origin}${path}`);
    const weight = gzipSync(await answer.text(), { level: 9 }).length;
    expect.soft(weight, path).toBeLessThanOrEqual(mostBytes);
    await expect.soft(page.locator('script[src]'), path).toHaveCount(0);
  }
});

test('a reader searches, opens a contribution, copies its citation and keeps a star @phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/contributions');
  await page.getByRole('searchbox').fill('cellulose shellac');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('status')).toContainText('contributions');
  await page.goto(starred);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(starred);
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
  await without.goto(formula);
  await expect(
    without.getByRole('navigation').first().getByRole('link', { name: 'Speakers' }),
  ).toBeVisible();
  await expect(without.getByRole('button', { name: 'Copy' })).toBeHidden();
  await expect(without.locator('math').first()).toBeVisible();
  await plain.close();
});

test('the language of a page is changed in its menu', async ({ page }) => {
  await page.goto(formula);
  await expect(page.getByRole('link', { name: 'Deutsch' })).toHaveAttribute(
    'href',
    `/de${formula}`,
  );
});
