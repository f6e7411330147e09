import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fill, openForm, typeCaptcha } from './form-page.ts';
import { pretendCountryService } from './pretend-server.ts';
import { fillRegistration, visitor } from './registration-form.ts';

/** What the security policy of a page forbade, over all pages of a test. */
let forbidden: string[];
test.beforeEach(async ({ context }) => {
  forbidden = await listen(context);
});

test('R30: every page comes alive, and asks for nothing that its policy forbids', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404|Page not found|no-such-page/);
  await pretendCountryService(page, ['Norway']);
  for (const path of [...builtPages('build/client'), '/no-such-page']) {
    await page.goto(path);
    await comesAlive(page);
  }
  expect(forbidden).toEqual([]);
});

test('R30: from the home page to any other, no policy is in the way', async ({ page }) => {
  await page.goto('/');
  await comesAlive(page);
  for (const path of ['/speakers', '/agenda', '/contact', '/']) {
    await page.locator(`a[href="${path}"]`).first().dispatchEvent('click');
    await expect(page).toHaveURL((url) => url.pathname === path);
    await page.waitForLoadState('networkidle');
  }
  expect(forbidden).toEqual([]);
});

test('R30: registering and paying needs nothing that a policy forbids', async ({ page }, info) => {
  await fillRegistration(page, { ...visitor, email: `policy.${info.project.name}@lab.example` });
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  expect(forbidden).toEqual([]);
});

test('R30: an abstract is sent, with a country of the public service', async ({ page }, info) => {
  await pretendCountryService(page, ['Norway', 'Chile']);
  await openForm(page, '/abstract-submission');
  await fill(page, {
    Title: 'Dr',
    Name: 'Ada Kowalska',
    Phone: '+48 22 555 0187',
    Email: `policy.${info.project.name}@lab.example`,
    Organization: 'Vistula Institute',
    Country: 'Chile',
  });
  for (const label of ['Interest area', 'Session']) {
    await page.getByLabel(new RegExp(`^${label}`)).selectOption({ index: 1 });
  }
  const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
  await page.getByLabel(/^Abstract file/).setInputFiles(file);
  await typeCaptcha(page);
  await page.getByRole('button', { name: 'Submit Abstract' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Abstract Submitted Successfully!' }),
  ).toBeVisible();
  expect(forbidden).toEqual([]);
});

async function listen(context: BrowserContext): Promise<string[]> {
  const found: string[] = [];
  await context.exposeFunction('noteViolation', (text: string) => void found.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const note: unknown = Reflect.get(window, 'noteViolation');
      const words = `${location.pathname}: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`;
      if (typeof note === 'function') note(words);
    });
  });
  return found;
}

/** The scripts have run: the menu of the header answers. */
async function comesAlive(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const isAlive = await page.evaluate(() =>
    Object.keys(document).some(
      (key) => key.startsWith('__reactContainer') || key.startsWith('_reactListening'),
    ),
  );
  expect(isAlive, `${page.url()} came alive`).toBe(true);
}

function builtPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => `/${join(file, '..')}`.replace(/^\/\.$/, '/'))
    .toSorted();
}
