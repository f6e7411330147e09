import { expect, test } from './fixtures.ts';
import { pretendCountryService } from './pretend-server.ts';

test('R58: /privacy says what is kept, why, how long, who sees it, and whom to write to', async ({
  page,
}) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  await expect.soft(main.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  const kept = main.getByRole('region', { name: /kept, why, and how long/ });
  const kinds = kept.getByRole('heading', { level: 3 });
  await expect.soft(kinds).not.toHaveCount(0);
  for (const question of ['What', 'Why', 'Legal basis', 'How long']) {
    const terms = kept.getByRole('term').filter({ hasText: new RegExp(`^${question}$`) });
    await expect.soft(terms).toHaveCount(await kinds.count());
  }
  // The periods of content/privacy.yaml, as purge takes them.
  for (const period of ['90 days', '12 months', '6 months', '10 years', '14 days', '30 days']) {
    await expect.soft(kept.getByText(period).first()).toBeVisible();
  }
  for (const name of [/device/, /Who else/, /may ask/, /write to/]) {
    await expect.soft(main.getByRole('region', { name })).toHaveCount(1);
  }
  for (const other of ['Stripe', 'PayPal', 'restcountries.com', 'mails']) {
    const others = main.getByRole('region', { name: /Who else/ });
    await expect.soft(others.getByText(other).first()).toBeVisible();
  }
  await expect.soft(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('R58: the privacy page can be read, and is one press away from every page', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('main').getByText('Legal basis').first()).toBeVisible();
  });
});

for (const [path, button] of [
  ['/conference-registration', 'Pay with PayPal'],
  ['/discount-registration', /^Pay €/],
  ['/abstract-submission', 'Submit Abstract'],
] as const) {
  test(`R58: ${path} leads to the privacy page, right after its button`, async ({ page }) => {
    await pretendCountryService(page, ['Norway', 'Chile']);
    await page.goto(path);
    const form = page.getByRole('main').locator('form');
    const last = form.getByRole('button', { name: button });
    await expect(last).toBeEnabled();
    await last.focus();
    await page.keyboard.press('Tab');
    const link = form.getByRole('link', { name: 'Privacy', exact: true });
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/privacy$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  });
}
