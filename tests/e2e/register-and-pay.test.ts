import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration, person } from './registration-form.ts';

test('a visitor whose first card is declined registers and pays; page, export, mail and receipt confirm it', async ({
  page,
  context,
  site,
  allowConsole,
}) => {
  // The mail and the pages behind its link have no scripts, and their policy blocks Playwright's scripts.
  allowConsole(
    /^error: Blocked script execution in '[^']*\/(?:letter|receipt\/\w+|registration\/\w+)'/,
  );
  const email = 'card@lab.example';
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await expect(page.getByText('Test mode').first()).toBeVisible();
  await expect(page.getByText(/815\.85/).first()).toBeVisible();
  await payByCard(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert')).toContainText('declined');
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  const card = page.getByRole('region', { name: 'Receipt' });
  for (const text of ['€815.85', person.Name, email, 'room for']) {
    await expect(card).toContainText(text);
  }
  expect(await sheetsOf(page)).toBe(1);
  const own = page.getByRole('link', { name: 'Open the receipt' });
  const answer = await page.request.get(String(await own.getAttribute('href')));
  expect(await answer.text()).toContain(person.Name);

  // Another tab of the same browser finds the result again.
  const tab = await context.newPage();
  await tab.goto('/payment-success');
  await tab.getByRole('link', { name: 'Show it' }).click();
  await expect(tab.getByRole('region', { name: 'Receipt' })).toContainText(email);
  await tab.close();

  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records).toMatchObject([
    { type: 'registration', name: person.Name, state: 'CONFIRMED', registrationType: 'stay' },
    { type: 'order', state: 'CONFIRMED', amountCents: 81_585, feeCents: 3885, currency: 'EUR' },
    { type: 'payment', state: 'PAID', amountCents: 81_585, provider: 'stripe' },
    { type: 'document', kind: 'receipt', totalCents: 81_585 },
  ]);
  const mails = async () => (await confirmationsTo(site.dataDir, email)).length;
  await expect.poll(mails).toBe(1);

  // The mail and the receipt have their own layout. This layout also has to fit a phone.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sandbox/mail');
  const mine = page.getByRole('listitem').filter({ hasText: email });
  await mine.getByRole('link', { name: /Payment confirmed/ }).click();
  const letter = page.frameLocator('iframe');
  await expect(letter.getByText(`Dear ${person.Name},`)).toBeVisible();
  const sheet = await letter.locator('.sheet').boundingBox();
  const frame = await page.locator('iframe').boundingBox();
  expect(sheet?.width).toBeLessThan(frame?.width ?? 0);
  const opened = context.waitForEvent('page');
  await letter.getByRole('link', { name: 'Open your registration' }).click();

  // The mail leads to the own page, and that page to the receipt.
  const receipt = await opened;
  await receipt.setViewportSize({ width: 360, height: 740 });
  await receipt.getByRole('link', { name: /^Receipts, / }).click();
  await expect(receipt).toHaveURL(/\/receipt\/[0-9a-z]{26}$/);
  const main = receipt.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Receipt' })).toHaveCSS(
    'font-family',
    /Newsreader/,
  );
  for (const text of [person.Name, '815.85']) await expect(main).toContainText(text);
  await expect(receipt.getByRole('banner')).toBeVisible();
  // The receipt has only parts that work without scripts.
  await expect(receipt.getByRole('navigation')).toHaveCount(0);
  await expect(receipt.getByRole('button', { name: 'Subscribe' })).toHaveCount(0);
  await expect(receipt.getByRole('link', { name: 'Register' })).toHaveCount(0);
  expect(await sheetsOf(receipt)).toBe(1);
  await expect(receipt.getByRole('contentinfo')).toBeVisible();
  const width = await main.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  const download = receipt.waitForEvent('download');
  await main.getByRole('link', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^PS26-.*\.pdf$/);
});

test('a visitor who cancels on the card page is not charged, returns and pays by PayPal', async ({
  page,
  site,
}) => {
  const email = 'paypal@lab.example';
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/payment-cancel/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  const records = (await site.exportRecords()).filter((record) => record['email'] === email);
  expect(records.find(({ type }) => type === 'registration')).toMatchObject({ state: 'CONFIRMED' });
  expect(records.filter(({ type }) => type === 'order')).toMatchObject([
    { state: 'CONFIRMED', amountCents: 81_585 },
  ]);
  expect(records.filter(({ state }) => state === 'PAID')).toMatchObject([
    { type: 'payment', provider: 'paypal' },
  ]);
});

/** The number of printed sheets of a page. Letter is shorter than A4, so a page that fits Letter also fits A4. */
async function sheetsOf(page: Page): Promise<number> {
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
  const pdf = await page.pdf({ format: 'Letter', margin });
  return [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
}

/** The mails to a payer with a calendar: only confirmations have one. */
async function confirmationsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}`) && mail.includes('conference.ics'));
}
