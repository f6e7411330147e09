import { expect, test } from './fixtures.ts';

test('the home page stays if the scripts that it loads later do not arrive', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 502/);
  let refused = 0;
  await page.route(/\/assets\/deadline-line-/, async (route) => {
    refused++;
    await route.fulfill({ status: 502 });
  });
  await page.goto('/');
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
