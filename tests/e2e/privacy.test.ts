import { expect, test } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the privacy page can be read, and is one press away from every page', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('main').getByText('Legal basis').first()).toBeVisible();
  });
});

test('the footer and the form link to each written legal page, and an unwritten legal page does not exist', async ({
  page,
}) => {
  await page.goto('/conference-registration');
  const form = page.getByRole('main').locator('form');
  const footer = page.getByRole('contentinfo');
  for (const place of [form, footer]) {
    await expect(place.getByRole('link', { name: 'Legal notice' })).toBeVisible();
    await expect(place.getByRole('link', { name: 'Terms' })).toHaveCount(0);
  }
  await form.getByRole('link', { name: 'Cancellation' }).click();
  await expect(page).toHaveURL(/\/cancellation$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancellation and refunds');
  await expect(page).toHaveTitle(/^Cancellation and refunds · /);
  await expect(page.getByRole('heading', { name: 'Who we are' })).toBeVisible();
  expect((await page.request.get('/terms')).status()).toBe(404);
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  expect(sitemap).toContain('/legal-notice<');
  expect(sitemap).not.toContain('/terms<');
});
