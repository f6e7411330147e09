import type { BrowserContext, Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { entries } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { fill, openForm, typeCaptcha } from './form-page.ts';
import { payByCard } from './pay-by-card.ts';
import { pretendCountryService } from './pretend-server.ts';
import { fillRegistration, visitor } from './registration-form.ts';

/** The violations of the security policy on all pages of a test. */
let forbidden: string[];
test.beforeEach(async ({ context }) => {
  forbidden = await listen(context);
});

for (const path of [...builtPages, '/no-such-page']) {
  test(`R30: ${path} hydrates and requests nothing that its policy forbids`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404|Page not found|no-such-page/);
    await pretendCountryService(page, ['Norway']);
    await page.goto(path);
    await comesAlive(page);
    expect(forbidden).toEqual([]);
  });
}

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

for (const { means, pay } of [
  {
    means: 'PayPal',
    pay: (page: Page) => page.getByRole('button', { name: 'Approve payment' }).click(),
  },
  { means: 'Card', pay: (page: Page) => payByCard(page) },
]) {
  test(`R30: registering and paying with ${means} violates no policy`, async ({ page }, info) => {
    const email = `policy.${means}.${info.project.name}@lab.example`;
    await fillRegistration(page, { ...visitor, email });
    await page.getByRole('button', { name: `Pay with ${means}` }).click();
    await pay(page);
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
    expect(forbidden).toEqual([]);
  });
}

test('R30: paying a discount with a country of the public service violates no policy', async ({
  page,
}, info) => {
  await pretendCountryService(page, ['Norway', 'Chile']);
  await openForm(page, '/discount-registration');
  const Email = `policy.amount.${info.project.name}@lab.example`;
  await fill(page, { ...entries, Email, Country: 'Chile' });
  await typeCaptcha(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pay €/ })
    .click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  expect(forbidden).toEqual([]);
});

test('R30: sending an abstract with a country of the public service violates no policy', async ({
  page,
}, info) => {
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

/** Waits until React has hydrated the page. */
async function comesAlive(page: Page): Promise<void> {
  const isAlive = () =>
    page.evaluate(() =>
      Object.keys(document).some(
        (key) => key.startsWith('__reactContainer') || key.startsWith('_reactListening'),
      ),
    );
  await expect.poll(isAlive, { message: `${page.url()} comes alive` }).toBe(true);
  await page.waitForLoadState('networkidle');
}
