import { createHash } from 'node:crypto';
import type { Page, TestInfo } from '@playwright/test';
import { submitButton, successWindow } from './abstract-form.ts';
import { expect, test } from './fixtures.ts';
import { field, fill, openForm, typeCaptcha } from './form-page.ts';
import { pretendCountryService } from './pretend-server.ts';

const MIB = 1024 * 1024;
const path = '/api/form-submission/submit';

function paperOf(bytes: number, name = 'elastomers.pdf') {
  return { name, mimeType: 'application/pdf', buffer: Buffer.alloc(bytes, '%PDF-1.7\n') };
}

/** Fills in everything but the file, with the real server. */
async function fillIn(page: Page, info: TestInfo, who: string): Promise<string> {
  const email = `${who}.${info.project.name}@lab.example`;
  await pretendCountryService(page, ['India', 'Poland']);
  await openForm(page, '/abstract-submission');
  await expect(field(page, 'Session').locator('option')).not.toHaveCount(1);
  await fill(page, {
    Title: 'Dr',
    Name: 'Ada Kowalska',
    Phone: '+48 22 555 0187',
    Email: email,
    Organization: 'Vistula Institute',
    Country: 'Poland',
    'Interest area': 'advanced-composites',
    Session: 'polymer-rheology',
  });
  await typeCaptcha(page);
  return email;
}

/** Limits the upload to so many bytes a second; 0 means no limit. */
async function slowLine(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return async (uploadThroughput) => {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: uploadThroughput || -1,
    });
  };
}

/** Dismisses the dialogs of the page and records their messages. */
function alertsOf(page: Page): string[] {
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.accept();
  });
  return said;
}

test('an author sends a large file, sees its progress and gets a receipt for that file', async ({
  page,
  site,
}, info) => {
  test.slow();
  const email = await fillIn(page, info, 'large');
  const paper = paperOf(3 * MIB);
  await field(page, 'Abstract file').setInputFiles(paper);
  const setSpeed = await slowLine(page);
  await setSpeed(600 * 1024);
  await submitButton(page).click();

  const progress = page.getByRole('progressbar', { name: /Upload progress/ });
  await expect(progress).toBeVisible();
  await expect(page.getByText(/of 3\.0 MB · [\d.]+ [KM]B\/s/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel upload' })).toBeVisible();

  const digest = createHash('sha256').update(paper.buffer).digest('hex');
  const window = successWindow(page);
  await expect(window).toBeVisible({ timeout: 30_000 });
  await expect(window).toContainText(/AB26-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  for (const words of ['Polymer Rheology', 'elastomers.pdf', '3.00 MB', digest.slice(0, 8)]) {
    await expect(window).toContainText(words);
  }
  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toMatchObject([{ type: 'abstract', sha256: digest, isIntact: true }]);
  await window.getByRole('button', { name: 'Close' }).click();
  await expect(field(page, 'Email')).toHaveValue('');
  await expect(page.getByText('elastomers.pdf')).toHaveCount(0);
});

test('an author sends a cancelled upload again without choosing the file again', async ({
  page,
  site,
}, info) => {
  test.slow();
  const email = await fillIn(page, info, 'cancelled');
  await field(page, 'Abstract file').setInputFiles(paperOf(2 * MIB));
  const setSpeed = await slowLine(page);
  await setSpeed(100 * 1024);
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByText('Upload cancelled')).toBeVisible();
  await expect(page.getByText('elastomers.pdf').first()).toBeVisible();

  await setSpeed(0);
  await submitButton(page).click();
  await expect(successWindow(page)).toBeVisible();
  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toHaveLength(1);
});

test('an upload whose connection breaks is reported, sent again and recorded as one abstract', async ({
  page,
  site,
  allowConsole,
}, info) => {
  allowConsole(/net::ERR_FAILED|net::ERR_CONNECTION/);
  const email = await fillIn(page, info, 'broken');
  const said = alertsOf(page);
  await field(page, 'Abstract file').setInputFiles(paperOf(MIB));
  await page.route(`**${path}`, (route) => route.abort('failed'));
  await submitButton(page).click();
  await expect(page.getByRole('alert').getByText('Network error. Try again.')).toBeVisible();
  expect(said).toEqual(['Network error. Try again.']);

  await page.unroute(`**${path}`);
  await submitButton(page).click();
  await expect(successWindow(page)).toBeVisible();
  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toHaveLength(1);
});

test('a file can be dropped on the box around the button', async ({ page, site }, info) => {
  const email = await fillIn(page, info, 'dropped');
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
  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toMatchObject([{ fileName: 'dropped.pdf' }]);
});
