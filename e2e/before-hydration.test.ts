import type { Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { expect, test } from './fixtures.ts';
import { field, fill } from './form-page.ts';
import { pretendCountryService } from './pretend-server.ts';

const scripts = '**/assets/*.js';
/** The script of the payment result replaces the text of the page. The scripts of the other pages keep it. */
const keepsItsWords = (path: string) => path !== '/payment-success';

for (const path of builtPages) {
  test(`${path} is complete and styled with every script blocked`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    await pretendCountryService(page, ['Norway']);
    await page.goto(path, { waitUntil: 'networkidle' });
    const hydrated = await seenOn(page);
    expect(hydrated.headings.length).toBeGreaterThan(1);

    await page.route(scripts, (route) => route.abort());
    await page.goto(path, { waitUntil: 'networkidle' });
    const blocked = await seenOn(page);
    if (keepsItsWords(path)) {
      expect(blocked.headings).toEqual(expect.arrayContaining(hydrated.headings));
      expect(blocked.fields).toEqual(hydrated.fields);
      expect(blocked.links).toEqual(expect.arrayContaining(hydrated.links));
    }
    // The footer ends the page in the fonts of the site, as it does with scripts.
    await expect(page.getByRole('contentinfo').getByText(/^©/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /Newsreader/);
    await expect(page.locator('body')).toHaveCSS('font-family', /Instrument Sans/);
    // Buttons that need a script are disabled.
    expect(blocked.enabledButtons).toEqual([]);
  });
}

test('no press is lost, because a button is disabled until its script runs', async ({ page }) => {
  const held = await holdScripts(page);
  await page.goto('/agenda', { waitUntil: 'domcontentloaded' });
  const second = page.getByRole('main').getByRole('button', { name: /^Day 2/ });
  await expect(second).toBeDisabled();
  // The click waits until the button is enabled, as a person would.
  const press = second.click();
  held.release();
  await press;
  await expect(second).toHaveAttribute('aria-pressed', 'true');
});

test('a form that is submitted before its scripts run sends nothing and keeps what was typed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/mailto:/);
  const held = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  const entries = { 'Full name': 'Ada', Email: 'ada@lab.example', Subject: 'Hi', Message: 'Hello' };
  await fill(page, entries);
  await field(page, 'Subject').press('Enter');
  const footer = page.getByRole('contentinfo');
  await footer.getByPlaceholder('Your email').fill('ada@lab.example');
  await footer.getByPlaceholder('Your email').press('Enter');
  expect(page.url()).toMatch(/\/contact$/);
  held.release();
  await page.getByRole('main').getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'nothing has been sent yet',
  );
  for (const [label, entry] of Object.entries(entries)) {
    await expect.soft(field(page, label)).toHaveValue(entry);
  }
  expect(page.url()).toMatch(/\/contact$/);
});

for (const [path, label] of [
  ['/conference-registration', 'Institute / University'],
  ['/discount-registration', 'Institute / University'],
  ['/abstract-submission', 'Organization'],
] as const) {
  test(`${path} makes no request when it is submitted too early, and keeps what was typed`, async ({
    page,
  }) => {
    await pretendCountryService(page, ['Norway']);
    const held = await holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await fill(page, { Name: 'Ada Kowalska', [label]: 'Vistula Institute', Country: 'India' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await field(page, 'Name').press('Enter');
    expect(page.url()).toMatch(new RegExp(`${path}$`));
    held.release();
    await expect(page.getByRole('button', { name: 'Clear form' })).toBeEnabled();
    await expect.soft(field(page, 'Name')).toHaveValue('Ada Kowalska');
    await expect.soft(field(page, label)).toHaveValue('Vistula Institute');
    await expect.soft(field(page, 'Country')).toHaveValue('India');
    expect(page.url()).toMatch(new RegExp(`${path}$`));
    expect(asked.filter((address) => /register|create|submit$/.test(address))).toEqual([]);
  });
}

/** The page is readable while its scripts are still loading. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** The visible text of the page in its order, without the speakers, which a call loads. */
function seenOn(page: Page) {
  return page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) &&
          element.getBoundingClientRect().height > 0 &&
          !element.closest('article:has(img), [aria-hidden]'),
      );
    const words = (elements: HTMLElement[]) => elements.map(({ innerText }) => innerText.trim());
    return {
      headings: words(seen('h1, h2, h3, h4')),
      links: words(seen('main a, footer a')).filter(Boolean),
      fields: seen('main :is(input, select, textarea)').map((element) =>
        element.getAttribute('name'),
      ),
      enabledButtons: words(seen('button:not(:disabled)')),
    };
  });
}
