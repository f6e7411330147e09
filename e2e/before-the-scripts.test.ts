import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';

test('a button that is pressed before the scripts have come does its work once they have', async ({
  page,
}) => {
  const scripts = await holdScripts(page);
  await page.goto('/agenda');
  const second = page.getByRole('main').getByRole('button', { name: /^Day 2/ });
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'false');
  scripts.letGo();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  // From then on a press is a press.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Day 1/ })
    .click();
  await expect(second).toHaveAttribute('aria-pressed', 'false');
});

test('a form that is sent before the scripts have come keeps its entries out of the address', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/mailto:/);
  const scripts = await holdScripts(page);
  await page.goto('/contact');
  const entries = { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' };
  await fill(page, entries);
  await field(page, 'Subject').press('Enter');
  const footer = page.getByRole('contentinfo');
  await footer.getByPlaceholder('Your email').fill('ada@lab.example');
  await footer.getByPlaceholder('Your email').press('Enter');
  expect(page.url()).toMatch(/\/contact$/);
  for (const [label, entry] of Object.entries(entries)) {
    await expect.soft(field(page, label)).toHaveValue(entry);
  }
  scripts.letGo();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'nothing has been sent yet',
  );
  expect(page.url()).toMatch(/\/contact$/);
});

for (const [what, file] of [
  ['a module', '**/assets/agenda-page-*.js'],
  ['the state of the page', '**/assets/state-*.json'],
] as const) {
  test(`${what} that is lost on the way is fetched again, and a press before that is not lost`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    let lost = 0;
    await page.route(file, async (route) => {
      if (lost > 0) return route.fallback();
      lost += 1;
      await route.abort('connectionreset');
    });
    await page.goto('/agenda');
    const second = page.getByRole('main').getByRole('button', { name: /^Day 2/ });
    await second.click();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    expect(lost).toBe(1);
  });
}

/** The page is there and can be read; its scripts are still under way. */
async function holdScripts(page: Page): Promise<{ letGo: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return { letGo: resolve };
}
