import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration } from './registration-form.ts';

// The faults of a panel hold for the whole server, so that these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('an organiser drops a webhook and an answer, and the visitor is charged once', async ({
  page,
  site,
}) => {
  const email = 'lost@lab.example';
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

  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expectSuccess(page);

  const order = (await site.exportRecords()).find(
    (record) => record.type === 'order' && record['email'] === email,
  );
  await page.goto('/sandbox');
  const charged = page.getByRole('region', { name: 'What was really charged' });
  await expect(charged.getByText(String(order?.['id']))).toHaveCount(1);
  await expect(charged.getByText(/charged \d times/)).toHaveCount(0);
  await backToNormal(page);
});

test('axe finds nothing on the panel @phone', async ({ page }) => {
  await page.goto('/sandbox');
  await page.getByRole('radio', { name: /^Late/ }).check();
  await page.getByRole('button', { name: 'Set webhooks' }).click();
  await expect(page.getByRole('status')).toBeVisible();
  await fillRegistration(page, `axe.${test.info().project.name}@lab.example`);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
  await expectSuccess(page);
  await page.goto('/sandbox');
  await expectNoFindings(page);
  await page.getByRole('button', { name: '+ 3 hours' }).click();
  await expect(page).toHaveURL(/\/sandbox\?done=clock#clock$/);
  await expect(page.getByText('The pretend clock is 3 hours ahead')).toBeVisible();
  await backToNormal(page);
});

async function expectSuccess(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
}

async function backToNormal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to normal' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is normal' })).toBeVisible();
}
