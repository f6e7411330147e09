import { cpSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { siteFolders } from '#server/content/folders.ts';
import { fixtureSettings } from '#tests/support/fixture-settings.ts';
import { startSite } from '#tests/support/site-server.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';

const opened = (page: Page, words: string) =>
  page.locator('summary').filter({ hasText: words }).first().click();

test('somebody without YAML changes a price and a speaker, sees them first, publishes, and takes one back', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const folder = await mkdtemp(join(tmpdir(), 'plenary-editor-'));
  const settings = { CONTENT_DIR: join(folder, 'content'), SITE_DIR: join(folder, 'site') };
  cpSync(fixtureSettings.CONTENT_DIR, settings.CONTENT_DIR, { recursive: true });
  // The pages of the tests are those of this folder, too.
  cpSync(siteFolders(fixtureSettings).build, siteFolders(settings).build, { recursive: true });
  const site = await startSite(settings);
  const { address, stop } = await site.dashboard();
  const textOf = async (path: string) => (await fetch(site.origin + path)).text();
  const hasNewPrice = async () => (await textOf('/conference-registration')).includes('421.37');
  try {
    await page.goto(address);
    await page.getByRole('link', { name: 'Texts and prices' }).click();
    await page.getByRole('link', { name: 'Prices and places' }).click();
    await opened(page, 'Presentation types');
    await opened(page, 'Speaker');
    const price = page.getByLabel('Price *');
    await price.fill('free');
    await page.getByRole('button', { name: 'Check and preview' }).click();
    await expect(page.getByText('expected an amount in EUR').last()).toBeVisible();
    await expect(price).toBeFocused();
    await expectNoFindings(page, 'a mistake at its field');
    await price.fill('421.37');
    await page.getByRole('button', { name: 'Check and preview' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('“Speaker” › Price: 399.00 → 421.37');
    await dialog.getByRole('button', { name: 'See it first' }).click();
    const link = dialog.getByRole('link', { name: 'Conference Registration' });
    await expect(link).toBeVisible({ timeout: 240_000 });
    await expectNoFindings(page, 'preview');
    // Pages without a change are folded.
    await expect(dialog.getByRole('link', { name: 'Agenda' })).toBeHidden();
    const prices = dialog.getByRole('link', { name: 'All prices' });
    const [list] = await Promise.all([page.waitForEvent('popup'), prices.click()]);
    await expect(list.getByRole('row', { name: 'Speaker' })).toContainText('421.37');
    await expectNoFindings(list, 'prices of a preview');
    await list.close();
    const [preview] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await expect(preview.locator('body')).toContainText('421.37');
    await expect(preview.getByLabel('Phone *')).toBeVisible();
    await expect(preview.getByText('This form needs JavaScript')).toHaveCount(0);
    await preview.getByRole('link', { name: 'Speakers' }).first().click();
    await expect(preview.getByRole('heading', { name: 'Ilse Vanderhaeren' })).toBeVisible();
    await preview.close();
    expect(await hasNewPrice()).toBe(false);
    await dialog.getByRole('button', { name: 'Save and publish:' }).click();
    await expect(dialog).toContainText('saved');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();

    // The next save waits for its build behind the first one.
    await page.getByRole('link', { name: 'Speakers', exact: true }).click();
    await page.getByRole('button', { name: 'Add: Speakers' }).click();
    await page.getByLabel('Name *').fill('Zoë Lindqvist');
    await expect(page.getByLabel('Id *')).toHaveValue('zoe-lindqvist');
    // A text that grows stays the field with the cursor.
    const about =
      'She makes membranes of cellulose, and asks which of them still filter after a year.';
    await page.getByLabel('About the person').focus();
    await page.keyboard.type(about);
    await expect(page.getByLabel('About the person')).toHaveValue(about);
    const photograph = join(settings.CONTENT_DIR, 'public/icon-192.png');
    await page.getByLabel('Photograph from this device').setInputFiles(photograph);
    await page.getByRole('button', { name: 'Check and preview' }).click();
    await expect(page.getByText('press “Use this photograph”').last()).toBeInViewport();
    await page.getByRole('button', { name: 'Use this photograph' }).click();
    await expect(page.getByLabel('Picture')).toHaveValue(/^\/portraits\/zoe-lindqvist-\w+\.webp$/);
    await expectNoFindings(page, 'speakers');
    await page.getByRole('button', { name: 'Check and preview' }).click();
    await dialog.getByRole('button', { name: 'Save and publish:' }).click();
    await expect(dialog).toContainText('saved');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('Published: visitors see it now.')).toBeVisible({
      timeout: 240_000,
    });
    expect(await hasNewPrice()).toBe(true);
    const speakers = await textOf('/api/speakers/polymers');
    const [portrait = ''] = /\/portraits\/zoe-lindqvist-\w+\.webp/.exec(speakers) ?? [];
    expect((await fetch(site.origin + portrait)).headers.get('content-type')).toBe('image/webp');

    await page.getByRole('link', { name: 'Texts and prices' }).click();
    const saved = page.getByRole('listitem').filter({ hasText: '399.00 → 421.37' }).first();
    await saved.getByRole('button', { name: 'Take it back' }).click();
    await expect(dialog).toContainText('421.37 → 399.00');
    await dialog.getByRole('button', { name: 'Save and publish:' }).click();
    await expect(dialog).toContainText('saved');
    const written = readFileSync(join(settings.CONTENT_DIR, 'prices.yaml'), 'utf8');
    expect(written).toBe(readFileSync(join(fixtureSettings.CONTENT_DIR, 'prices.yaml'), 'utf8'));
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await site.organiser('log')).toContain('Speakers: added “Zoë Lindqvist”');
    // Until then it asks how far the publication is.
    await page.goto('about:blank');
  } finally {
    await stop();
    await site.stop();
    // The build of the last save may be writing still.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});
