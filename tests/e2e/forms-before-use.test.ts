import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectEntries, field, fill } from './form-page.ts';

const author = { Name: 'Ada', Email: 'ada@lab.example' };
const company = { 'First name': 'Ada', Email: 'ada@lab.example' };
const forms: { path: string; entries: Record<string, string>; button?: string | RegExp }[] = [
  {
    path: '/contact',
    entries: { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' },
  },
  {
    path: '/conference-registration',
    entries: { ...author, 'Institute / University': 'V', Country: 'India' },
    button: 'Pay with PayPal',
  },
  {
    path: '/discount-registration',
    entries: { ...author, 'Institute / University': 'V' },
    button: /^Pay €/,
  },
  {
    path: '/abstract-submission',
    entries: { ...author, Organization: 'V' },
    button: 'Submit Abstract',
  },
  { path: '/book-a-stand', entries: company },
  { path: '/sponsorship-exposure-form', entries: company },
];

for (const { path, entries, button } of forms) {
  test(`${path} sends nothing before its scripts run, and keeps typed entries out of the address`, async ({
    page,
  }) => {
    const release = await delayScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await fill(page, entries);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() || request.method() !== 'GET') asked.push(request.url());
    });
    await page.getByRole('main').getByRole('textbox').first().press('Enter');
    const subscription = page.getByRole('contentinfo').getByPlaceholder('Your email');
    await subscription.fill('ada@lab.example');
    await subscription.press('Enter');
    // Programs submit a form without its button.
    await page.evaluate(() => {
      for (const form of document.forms) {
        form.noValidate = true;
        form.requestSubmit();
        form.submit();
      }
    });
    release();
    // The form takes over after the footer, and its list of countries a moment later.
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
    const buttons = page.getByRole('main').locator('form').getByRole('button');
    await expect(buttons.filter({ hasText: button ?? /./ }).last()).toBeEnabled();
    await expectEntries(page, entries);
    expect(asked.filter((url) => !url.includes('get-pricing-config'))).toEqual([]);
    expect(new URL(page.url())).toMatchObject({ pathname: path, search: '' });
    if (button === undefined) return;

    // The attributes tell password managers to leave the captcha alone.
    const [autocomplete, type] =
      path === '/conference-registration' ? ['off', 'password'] : ['off', 'text'];
    const captcha = field(page, 'Captcha');
    await expect.soft(captcha).toHaveAttribute('type', type ?? '');
    await expect.soft(captcha).toHaveAttribute('autocomplete', autocomplete ?? '');
    for (const mark of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type']) {
      await expect.soft(captcha).toHaveAttribute(mark);
    }

    // The link to the privacy page comes right after the button.
    const form = page.getByRole('main').locator('form');
    const last = form.getByRole('button', { name: button });
    await expect(last).toBeEnabled();
    await last.focus();
    await page.keyboard.press('Tab');
    await expect(form.getByRole('link', { name: 'Privacy', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  });
}

test('no press is lost, because a button is disabled until its script runs', async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto('/agenda', { waitUntil: 'domcontentloaded' });
  const second = page.getByRole('main').getByRole('button', { name: /^Day 2/ });
  await expect(second).toBeDisabled();
  // The click waits until the button is enabled, as a person would.
  const press = second.click();
  release();
  await press;
  await expect(second).toHaveAttribute('aria-pressed', 'true');
});

test('a form whose scripts do not arrive says so after eight seconds', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/conference-registration');
  const note = page.getByText(/The form could not be loaded completely/);
  await expect(note).toBeHidden();
  const delays = await page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const delay = animation.effect?.getTiming().delay;
      if (delay === 8000) animation.currentTime = 8001;
      return delay;
    }),
  );
  expect(delays).toContain(8000);
  await expect(note).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form that needs JavaScript says so in place of its fields', async ({ page }) => {
    for (const { path } of forms.filter(({ button }) => button !== undefined)) {
      await page.goto(path);
      await expect.soft(page.getByText(/This form needs JavaScript/), path).toBeVisible();
      await expect.soft(field(page, 'Name'), path).toBeHidden();
    }
  });
});

/** Delays the scripts of the page until the returned function is called. The page is readable meanwhile. */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
