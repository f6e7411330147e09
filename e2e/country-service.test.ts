import type { Page } from '@playwright/test';
import { openAbstract } from './abstract-form.ts';
import { openDiscount } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';
import { pretendCountryService, pretendServer } from './pretend-server.ts';
import { openRegistration } from './registration-form.ts';

test('the discount form offers the countries of the public service in order', async ({ page }) => {
  await openDiscount(page);
  await expect.poll(() => countriesIn(page)).toEqual(['Åland Islands', 'Austria', 'Poland']);
});

test('the abstract form offers the countries of the public service in order', async ({ page }) => {
  await openAbstract(page);
  await expect.poll(() => countriesIn(page)).toEqual(['Åland Islands', 'Austria', 'Poland']);
});

test('the registration form has its own list of countries and makes no request', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await openRegistration(page);
  const countries = await countriesIn(page);
  expect(countries.length).toBeGreaterThan(190);
  expect(countries).toContain('Germany');
  expect(asked).not.toContain('restcountries.com');
});

for (const { form, last, count } of [
  { form: '/discount-registration', last: 'Other', count: 190 },
  { form: '/abstract-submission', last: 'UK', count: 3 },
]) {
  for (const trouble of ['blocked', 'fault', 'senseless'] as const) {
    test(`${form} has its own list where the country service is ${trouble}, and only the log shows it`, async ({
      page,
      allowConsole,
    }) => {
      allowConsole(/country service|gave no list|Failed to load resource/);
      await pretendServer(page, {});
      if (trouble === 'blocked') await pretendCountryService(page);
      else {
        await page.route('https://restcountries.com/**', (route) =>
          trouble === 'fault'
            ? route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
            : route.fulfill({ json: [], headers: { 'access-control-allow-origin': '*' } }),
        );
      }
      const logged = page.waitForEvent('console', (line) =>
        line.text().includes('The country service gave no list'),
      );
      await page.goto(form);
      await logged;
      const countries = await countriesIn(page);
      expect.soft(countries.length).toBeGreaterThanOrEqual(count);
      expect.soft(countries.at(-1)).toBe(last);
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    });
  }
}

test('a request to a silent country service times out after half a minute, and the form never waits for it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/country service/);
  await page.clock.install();
  await openDiscount(page);
  const asked = page.waitForRequest(/restcountries/);
  await page.route('https://restcountries.com/**', () => {});
  await page.reload();
  await asked;
  await fill(page, { Country: 'Austria' });
  const logged = page.waitForEvent('console', (line) =>
    line.text().includes('No answer after 30000 ms'),
  );
  await page.clock.runFor(30_000);
  await logged;
  await expect(field(page, 'Country')).toHaveValue('Austria');
  expect((await countriesIn(page)).at(-1)).toBe('Other');
});

test('a country that was chosen before the service answers stays chosen', async ({ page }) => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  await pretendServer(page, {});
  await page.route('https://restcountries.com/**', async (route) => {
    await promise;
    await route.fulfill({
      json: [{ name: { common: 'Chile' } }],
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await page.goto('/discount-registration');
  await expect(page.getByLabel('Captcha code')).toHaveText(/^\w{6}$/);
  await fill(page, { Country: 'Other' });
  answer();
  await expect.poll(() => countriesIn(page)).toEqual(['Chile', 'Other']);
  await expect(field(page, 'Country')).toHaveValue('Other');
});

/** The options of the field without the unset state. */
async function countriesIn(page: Page): Promise<string[]> {
  const options = await field(page, 'Country').locator('option').allTextContents();
  return options.slice(1);
}
