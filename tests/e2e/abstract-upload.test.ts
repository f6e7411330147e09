import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { author, submit, submitButton, successWindow } from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import { field, fill, openForm, typeCaptcha, windowMessage } from './form-page.ts';
import type { SiteServer } from '#tests/support/site-server.ts';

const MIB = 1024 * 1024;

function paperOf(bytes: number) {
  const buffer = Buffer.alloc(bytes, '%PDF-1.7\n');
  return { name: 'elastomers.pdf', mimeType: 'application/pdf', buffer };
}

/** Fills in everything but the file, with the real server. */
async function fillIn(page: Page, email: string): Promise<void> {
  await expect(field(page, 'Session').locator('option')).not.toHaveCount(1);
  const choices = { 'Interest area': 'advanced-composites', Session: 'polymer-rheology' };
  await fill(page, { ...author, ...choices, Email: email });
  await typeCaptcha(page);
}

/** Limits the upload to so many bytes a second. */
async function slowLine(page: Page): Promise<(uploadThroughput: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  return (uploadThroughput) =>
    session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput });
}

async function abstractsOf(site: SiteServer, email: string) {
  return (await site.exportRecords()).filter((record) => record['email'] === email);
}

test.beforeEach(async ({ page }) => {
  await openForm(page, '/abstract-submission');
});

test('an author sends a large file again after a cancelled upload, sees its progress and gets a receipt for it', async ({
  page,
  site,
}) => {
  const email = 'large@lab.example';
  await fillIn(page, email);
  const paper = paperOf(2 * MIB);
  await field(page, 'Abstract file').setInputFiles(paper);
  const setSpeed = await slowLine(page);
  await setSpeed(100 * 1024);
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByText('Upload cancelled')).toBeVisible();
  await expect(page.getByText('elastomers.pdf').first()).toBeVisible();

  await setSpeed(1000 * 1024);
  await submitButton(page).click();
  await expect(page.getByRole('progressbar', { name: /Upload progress/ })).toBeVisible();
  await expect(page.getByText(/of 2\.0 MB · [\d.]+ [KM]B\/s/)).toBeVisible();
  const digest = createHash('sha256').update(paper.buffer).digest('hex');
  const window = successWindow(page);
  await expect(window).toBeVisible({ timeout: 30_000 });
  await expect(window).toContainText(/AB26-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  for (const words of ['Polymer Rheology', 'elastomers.pdf', '2.0 MB', digest.slice(0, 8)]) {
    await expect(window).toContainText(words);
  }
  expect(await abstractsOf(site, email)).toMatchObject([
    { type: 'abstract', sha256: digest, isIntact: true },
  ]);
  await window.getByRole('button', { name: 'Close' }).click();
  await expect(field(page, 'Email')).toHaveValue('');
  await expect(page.getByText('elastomers.pdf')).toHaveCount(0);
});

test('an outage and a broken connection lose nothing of an abstract, and the same abstract is recorded once', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const email = 'outage@lab.example';
  await fillIn(page, email);
  await field(page, 'Abstract file').setInputFiles(paperOf(MIB));
  const lost = 'Network error. Try again.';
  await context.setOffline(true);
  expect(await windowMessage(page, () => submitButton(page).click())).toBe(lost);
  await expect(field(page, 'Email')).toHaveValue(email);
  await context.setOffline(false);
  await page.route(`**${submit}`, (route) => route.abort('failed'));
  expect(await windowMessage(page, () => submitButton(page).click())).toBe(lost);
  await page.unroute(`**${submit}`);

  await submitButton(page).dblclick();
  await expect(successWindow(page)).toContainText('Polymer Rheology');
  const shown = await successWindow(page).textContent();
  const [reference = ''] = /AB26-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(shown ?? '') ?? [];
  await successWindow(page).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue('');

  await fillIn(page, email);
  await field(page, 'Abstract file').setInputFiles(paperOf(MIB));
  await submitButton(page).click();
  await expect(successWindow(page)).toContainText(reference);
  expect(await abstractsOf(site, email)).toMatchObject([
    { reference, isIntact: true, fileName: 'elastomers.pdf' },
  ]);
});

test('a file can be dropped on the box around the button', async ({ page }) => {
  await fillIn(page, 'dropped@lab.example');
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7\n%%EOF\n'], 'dropped.pdf', { type: 'application/pdf' }));
    return transfer;
  });
  const file = field(page, 'Abstract file');
  for (const type of ['dragover', 'drop']) {
    await file.dispatchEvent(type, { dataTransfer: dropped });
  }
  await expect(page.getByText('dropped.pdf').first()).toBeVisible();
  await submitButton(page).click();
  await expect(successWindow(page)).toContainText('dropped.pdf');
});
