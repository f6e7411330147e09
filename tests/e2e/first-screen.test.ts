import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';

test('before paying, a visitor finds all prices, hears the captcha and the total, and reads who receives the payment @phone', async ({
  page,
  isMobile,
}) => {
  await page.goto('/conference-registration');
  await test.step('all prices can be read before anything is chosen', async () => {
    if (isMobile) await page.getByText('Prices', { exact: true }).first().click();
    const prices = page.getByRole('table', { name: 'Prices' }).filter({ visible: true });
    await expect(prices.getByRole('row', { name: /^Speaker/ })).toContainText('€418.95');
    await expect(prices.getByRole('row', { name: /^Room, per night/ })).toContainText('€129.00');
    await expect(prices.getByRole('row', { name: /^Guest/ })).toContainText('€35.00');
  });

  await test.step('the captcha is spoken with the case of its letters', async () => {
    const plate = page.getByRole('group', { name: 'Captcha code' });
    await expect(plate).toHaveText(/^[A-Za-z2-8]{6}$/);
    for (const letter of (await plate.textContent()) ?? '') {
      const spoken = /\d/.test(letter)
        ? letter
        : `${/[A-Z]/.test(letter) ? 'capital' : 'small'} ${letter.toUpperCase()}`;
      await expect(plate.getByRole('img', { name: spoken }).first()).toBeVisible();
    }
  });

  const spoken = page.locator('[aria-live]').filter({ hasText: /^Total/ });
  await test.step('one sentence tells screen readers the total whenever it changes', async () => {
    const note = page.getByText(/Gesellschaft für Kettenchemie e\. V\. receives/);
    await expect(note).toContainText('receives the payment');
    await expect(spoken).toHaveCount(0);
    await fill(page, { 'Registration type': 'registrationOnly', 'Presentation type': 'speaker' });
    await expect(spoken).toHaveText(['Total €418.95, processing fee included']);
    await expect(note).toContainText('You pay €418.95, and');
    await fill(page, { 'Presentation type': 'student' });
    await expect(spoken).toHaveText(['Total €208.95, processing fee included']);
    const bill = page.getByRole('region', { name: 'Pricing breakdown' });
    expect(await bill.evaluate((region) => region.closest('[aria-live]'))).toBeNull();
  });

  await test.step('the largest price fits at twice the text size', async () => {
    await fill(page, {
      'Registration type': 'registrationAndAccommodation',
      'Presentation type': 'exhibitor',
      Guests: '10',
      Nights: '10',
    });
    await expect(page.getByText(/You pay €5,973.45/)).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
    }
  });

  await test.step('Undo brings a cleared form back, until the visitor types something', async () => {
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

  await page.goto('/discount-registration');
  await fill(page, { 'Discount amount': '100' });
  await expect(spoken).toHaveText(['Total €105.00, processing fee included']);
});

test('the first screen of a phone has one line of header, the dates, the place and a whole button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByText(/May 29-30, 2026 · Berlin/)).toBeInViewport({ ratio: 1 });
  await expect(main.getByRole('link', { name: 'Register Now' })).toBeInViewport({ ratio: 1 });
  expect(await heightOf(page.getByRole('contentinfo'))).toBeLessThanOrEqual(830);

  const banner = page.getByRole('banner');
  const register = banner.getByRole('link', { name: 'Register', exact: true });
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await heightOf(banner)).toBeLessThanOrEqual(66);
  await expect(register).toBeVisible();

  // With large letters Register moves into the menu.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'));
  await expect.poll(() => heightOf(banner)).toBeLessThanOrEqual(86);
  await expect(register).toBeHidden();
  await banner.getByRole('button', { name: 'Menu' }).click();
  await register.click();
  await expect(page).toHaveURL(/\/conference-registration$/);
});

test('the largest paint of the home page is a text of its first screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  await expect(page.getByRole('article').nth(14)).toBeAttached();
  await page.evaluate(() => document.fonts.ready);
  const outside = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const told = (entries: PerformanceEntryList) =>
          entries.map((entry) => ('element' in entry ? entry.element : undefined));
        const isInside = (element: unknown) =>
          element instanceof Element && element.closest('#hero, header') !== null;
        new PerformanceObserver((list) =>
          resolve(
            told(list.getEntries())
              .filter((element) => !isInside(element))
              .map(String),
          ),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(outside).toEqual([]);
});

async function heightOf(element: Locator): Promise<number | undefined> {
  return (await element.boundingBox())?.height;
}
