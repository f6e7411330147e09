import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';

const firstFields = {
  '/conference-registration': 'Name',
  '/discount-registration': 'Title',
  '/abstract-submission': 'Title',
  '/contact': 'Full name',
  '/book-a-stand': 'Title',
  '/sponsorship-exposure-form': 'First name',
} as const;

for (const [width, height] of [
  [390, 664],
  [1280, 800],
] as const) {
  test(`the first field of every form is within the first screen of ${width} by ${height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [path, label] of Object.entries(firstFields)) {
      await page.goto(path);
      const first = path === '/conference-registration' && width < 1000 ? 'Title' : label;
      await expect.soft(field(page, first), path).toBeInViewport({ ratio: 1 });
    }
  });
}

test('all prices can be read before anything is chosen @phone', async ({ page, isMobile }) => {
  await page.goto('/conference-registration');
  if (isMobile) await page.getByText('Prices', { exact: true }).first().click();
  const prices = page.getByRole('table', { name: 'Prices' }).filter({ visible: true });
  await expect(prices.getByRole('row', { name: /^Speaker/ })).toContainText('€418.95');
  await expect(prices.getByRole('row', { name: /^Room, per night/ })).toContainText('€129.00');
  await expect(prices.getByRole('row', { name: /^Guest/ })).toContainText('€35.00');
});

test('a form that was cleared is brought back, until something is typed', async ({ page }) => {
  await page.goto('/conference-registration');
  const name = field(page, 'Name');
  await name.fill('Ada Probst');
  await page.getByRole('button', { name: 'Clear form' }).click();
  await expect(name).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(name).toHaveValue('Ada Probst');
  await page.getByRole('button', { name: 'Clear form' }).click();
  await name.fill('B');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('the captcha is spoken with the case of its letters', async ({ page }) => {
  await page.goto('/conference-registration');
  const plate = page.getByRole('group', { name: 'Captcha code' });
  await expect(plate).toHaveText(/^[A-Za-z2-8]{6}$/);
  const code = (await plate.textContent()) ?? '';
  for (const letter of code) {
    const spoken = /\d/.test(letter)
      ? letter
      : `${/[A-Z]/.test(letter) ? 'capital' : 'small'} ${letter.toUpperCase()}`;
    await expect(plate.getByRole('img', { name: spoken }).first()).toBeVisible();
  }
});

test('one sentence tells screen readers the total whenever it changes', async ({ page }) => {
  await page.goto('/conference-registration');
  const spoken = page.locator('[aria-live]').filter({ hasText: /^Total/ });
  await expect(spoken).toHaveCount(0);
  await fill(page, { 'Registration type': 'registrationOnly', 'Presentation type': 'speaker' });
  await expect(spoken).toHaveText(['Total €418.95, processing fee included']);
  await fill(page, { 'Presentation type': 'student' });
  await expect(spoken).toHaveText(['Total €208.95, processing fee included']);
  const bill = page.getByRole('region', { name: 'Pricing breakdown' });
  expect(await bill.evaluate((region) => region.closest('[aria-live]'))).toBeNull();

  await page.goto('/discount-registration');
  await fill(page, { 'Discount amount': '100' });
  await expect(spoken).toHaveText(['Total €105.00, processing fee included']);
});

test('password managers are told to leave the captcha alone', async ({ page }) => {
  for (const [path, autocomplete, type] of [
    ['/conference-registration', 'one-time-code', 'password'],
    ['/abstract-submission', 'off', 'text'],
    ['/discount-registration', 'off', 'text'],
  ] as const) {
    await page.goto(path);
    const captcha = field(page, 'Captcha');
    await expect.soft(captcha, path).toHaveAttribute('type', type);
    await expect.soft(captcha, path).toHaveAttribute('autocomplete', autocomplete);
    for (const mark of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type']) {
      await expect.soft(captcha, path).toHaveAttribute(mark);
    }
  }
});

test('a form whose scripts do not arrive says so after eight seconds', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/conference-registration');
  const note = page.getByText(/This form is not ready yet/);
  await expect(note).toBeHidden();
  await expect(note).toBeVisible();
  expect(
    await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => effect?.getTiming().delay),
    ),
  ).toContain(8000);
});

test('the 404 page and the result of a payment have titles of their own', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|Page not found/);
  await page.goto('/no-such-page');
  await expect(page).toHaveTitle(/^Page not found · /);
  await page.goto('/payment-success');
  await expect(page).toHaveTitle(/^Payment Error · /);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form that needs it says so in place of its fields', async ({ page }) => {
    for (const path of [
      '/conference-registration',
      '/discount-registration',
      '/abstract-submission',
    ]) {
      await page.goto(path);
      await expect.soft(page.getByText(/This form needs JavaScript/), path).toBeVisible();
      await expect.soft(field(page, 'Name'), path).toBeHidden();
    }
  });
});

test('the home page prints its figures', async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  const figure = page.getByRole('img', { name: '300+' });
  await expect(figure).toBeVisible();
  expect(await figure.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
    '"300+"',
  );
  // Where backgrounds are not printed, what is white on them would be gone.
  const ink = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  for (const white of [figure, page.getByRole('link', { name: 'Register Now' })]) {
    await expect(white).toHaveCSS('color', ink);
  }
});

test('before paying the form names the amount and who gets it', async ({ page }) => {
  await page.goto('/conference-registration');
  const note = page.getByText(/Gesellschaft für Kettenchemie e\. V\. receives/);
  await expect(note).toContainText('receives the payment');
  await field(page, 'Registration type').selectOption('Registration only');
  await field(page, 'Presentation type').selectOption('Speaker');
  await expect(note).toContainText('You pay €418.95, and');
});

test('the first screen of a phone names the dates and the place and has a whole button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText(/May 29-30, 2026 · Berlin/)).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('link', { name: 'Register Now' })).toBeInViewport({ ratio: 1 });
  // On the narrowest phones the header stays one line.
  await page.setViewportSize({ width: 320, height: 640 });
  const banner = page.getByRole('banner');
  const header = await banner.boundingBox();
  expect(header?.height).toBeLessThanOrEqual(66);
  await expect(banner.getByRole('link', { name: 'Register', exact: true })).toBeVisible();
});

test('the footer of a phone is about one screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/agenda');
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(footer?.height).toBeLessThanOrEqual(830);
});

test('large letters on a phone leave the header one line, and Register moves into the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'));
  const banner = page.getByRole('banner');
  await expect.poll(async () => (await banner.boundingBox())?.height).toBeLessThanOrEqual(86);
  await expect(banner.getByRole('link', { name: 'Register', exact: true })).toBeHidden();
  await banner.getByRole('button', { name: 'Menu' }).click();
  await banner.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/conference-registration$/);
});

test('text alone at twice its size widens no page and covers no heading', async ({ page }) => {
  for (const [width, height] of [
    [390, 664],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of [
      '/',
      '/speakers',
      '/sessions',
      '/exhibition',
      '/conference-registration',
      '/conference-registration, with a price',
    ]) {
      await page.goto(path.split(',')[0] ?? '');
      if (path.endsWith('price')) await showLargestPrice(page);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const left = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(left, `${path} at ${width}`).toBeLessThanOrEqual(0);
      const box = await page.getByRole('banner').boundingBox();
      expect.soft(box?.height, `${path} at ${width}`).toBeLessThan(height * 0.25);
    }
  }
});

async function showLargestPrice(page: Page): Promise<void> {
  await fill(page, {
    'Registration type': 'registrationAndAccommodation',
    'Presentation type': 'exhibitor',
    Guests: '10',
    Nights: '10',
  });
  await expect(page.getByText(/You pay €5,973.45/)).toBeVisible();
}
