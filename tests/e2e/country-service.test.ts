import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectCaptcha, field, fill } from './form-page.ts';
import { pretendCountryService, pretendServer } from './pretend-server.ts';

test('without the country service each form has its own list, and only the log shows it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/country service|gave no list|Failed to load resource/);
  await pretendServer(page, {});
  await pretendCountryService(page);
  for (const { path, last, count } of [
    { path: '/discount-registration', last: 'Other', count: 190 },
    { path: '/abstract-submission', last: 'UK', count: 3 },
  ]) {
    const logged = page.waitForEvent('console', (line) =>
      line.text().includes('The country service gave no list'),
    );
    await page.goto(path);
    await logged;
    const countries = await countriesIn(page);
    expect.soft(countries.length).toBeGreaterThanOrEqual(count);
    expect.soft(countries.at(-1)).toBe(last);
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
});

for (const [path, chosen] of [
  ['/discount-registration', 'Other'],
  ['/abstract-submission', 'India'],
] as const) {
  test(`${path} offers the countries of the public service in order, and one that was chosen before stays chosen`, async ({
    page,
    allowConsole,
  }) => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    await pretendServer(page, {});
    await page.route('https://restcountries.com/**', async (route) => {
      await promise;
      await route.fulfill({
        json: ['Chile', 'Åland Islands', 'Austria'].map((common) => ({ name: { common } })),
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    allowConsole(/gave no list|Failed to load resource/);
    await page.goto(path);
    await expectCaptcha(page);
    await fill(page, { Country: chosen });
    answer();
    await expect
      .poll(() => countriesIn(page))
      .toEqual(['Åland Islands', 'Austria', 'Chile', chosen]);
    await expect(field(page, 'Country')).toHaveValue(chosen);
  });
}

/** The options of the field without the unset state. */
async function countriesIn(page: Page): Promise<string[]> {
  const options = await field(page, 'Country').locator('option').allTextContents();
  return options.slice(1);
}
