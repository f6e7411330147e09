import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fillRegistration, visitor } from './registration-form.ts';

test('an organiser loses a webhook and an answer, and the visitor is charged once', async ({
  page,
  site,
}, info) => {
  const person = { ...visitor, email: `lost.${info.project.name}@lab.example` };
  await page.goto('/sandbox');
  await page.getByRole('radio', { name: /^Lost/ }).check();
  await page.getByRole('button', { name: 'Set webhooks' }).click();
  await expect(page.getByRole('status')).toBeVisible();

  const faults = page.getByRole('region', { name: 'Next API call' });
  await faults.getByLabel('Provider').selectOption('PayPal');
  await faults.getByLabel('Call').selectOption('Collecting what was approved');
  await faults.getByLabel('What happens').selectOption('Done, but the answer is lost');
  await faults.getByRole('button', { name: 'Order this fault' }).click();
  await expect(page.getByRole('region', { name: 'Something is about to go wrong' })).toContainText(
    'the answer is lost',
  );

  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  const order = (await site.exportRecords()).find(
    ({ type, email }) => type === 'order' && email === person.email,
  );
  await page.goto('/sandbox');
  const charged = page.getByRole('region', { name: 'What was really charged' });
  await expect(charged.getByText(String(order?.['id']))).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to normal' }).click();
  await expect(page.getByRole('region', { name: 'Everything is normal' })).toBeVisible();
});

test('a refund at the panel is noted in the books', async ({ page, site }, info) => {
  const person = { ...visitor, email: `back.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  await page.goto('/sandbox');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Stripe' })
    .first()
    .getByLabel('Amount')
    .fill('100');
  await page.getByRole('button', { name: 'Refund' }).first().click();
  await expect(page.getByText('€100.00 went back')).toBeVisible();
  await expect
    .poll(async () => (await paymentOf(site, person.email))?.['state'])
    .toBe('PART_REFUNDED');
});

test('the panel works without JavaScript', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin}/sandbox`);
  await page.getByRole('button', { name: '+ 3 hours' }).click();
  await expect(page).toHaveURL(/\/sandbox\?done=clock#clock$/);
  await expect(page.getByText('The pretend clock is 3 hours ahead')).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is normal' })).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the panel has no barrier that a machine can find, ${colorScheme}`, async ({
    page,
  }, info) => {
    await page.emulateMedia({ colorScheme });
    const email = `axe.${colorScheme}.${info.project.name}@lab.example`;
    await fillRegistration(page, { ...visitor, email });
    await page.getByRole('button', { name: 'Pay with Card' }).click();
    await payByCard(page);
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
    await page.goto('/sandbox');
    await page.getByRole('radio', { name: /^Late/ }).check();
    await page.getByRole('button', { name: 'Set webhooks' }).click();
    await expect(page.getByRole('status')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    const [width, viewport] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(width).toBe(viewport);
    await page.getByRole('button', { name: 'Back to normal' }).click();
    await expect(page.getByRole('status')).toBeVisible();
  });
}

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

async function paymentOf(
  site: { exportRecords(): Promise<Record<string, unknown>[]> },
  email: string,
) {
  const records = await site.exportRecords();
  return records.find((record) => record['type'] === 'payment' && record['email'] === email);
}
