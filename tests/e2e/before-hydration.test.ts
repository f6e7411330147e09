import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { entriesOf, fill } from './form-page.ts';

test('no press is lost, because a button is disabled until its script runs', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/agenda', { waitUntil: 'domcontentloaded' });
  const second = page.getByRole('main').getByRole('button', { name: /^Day 2/ });
  await expect(second).toBeDisabled();
  // The click waits until the button is enabled, as a person would.
  const press = second.click();
  release();
  await press;
  await expect(second).toHaveAttribute('aria-pressed', 'true');
});

for (const [path, entries] of [
  ['/contact', { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' }],
  ['/conference-registration', { Name: 'Ada', 'Institute / University': 'V', Country: 'India' }],
  ['/discount-registration', { Name: 'Ada', 'Institute / University': 'V' }],
  ['/abstract-submission', { Name: 'Ada', Organization: 'V' }],
] as const) {
  test(`${path} makes no request when it is submitted too early, and keeps what was typed`, async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await fill(page, entries);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('main').getByRole('textbox').first().press('Enter');
    const subscription = page.getByRole('contentinfo').getByPlaceholder('Your email');
    await subscription.fill('ada@lab.example');
    await subscription.press('Enter');
    expect(page.url()).toMatch(new RegExp(`${path}$`));
    release();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    expect(await entriesOf(page, Object.keys(entries))).toEqual(Object.values(entries));
    expect(page.url()).toMatch(new RegExp(`${path}$`));
    expect(asked.filter((address) => /register|create|submit$/.test(address))).toEqual([]);
  });
}

for (const [path, entries] of [
  ['/contact', { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' }],
  ['/conference-registration', { Name: 'Ada', Email: 'ada@lab.example' }],
  ['/discount-registration', { Name: 'Ada', Email: 'ada@lab.example' }],
  ['/abstract-submission', { Name: 'Ada', Email: 'ada@lab.example' }],
  ['/book-a-stand', { 'First name': 'Ada', Email: 'ada@lab.example' }],
  ['/sponsorship-exposure-form', { 'First name': 'Ada', Email: 'ada@lab.example' }],
] as const) {
  test(`${path} keeps its entries out of the address when a program submits it too early`, async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await fill(page, entries);
    const navigations: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations.push(request.url());
    });
    await page.evaluate(() => {
      for (const form of document.forms) {
        form.noValidate = true;
        form.requestSubmit();
        form.submit();
      }
    });
    release();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    expect(await entriesOf(page, Object.keys(entries))).toEqual(Object.values(entries));
    expect(navigations).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
  });
}

/** The page is readable while its scripts are still loading. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
