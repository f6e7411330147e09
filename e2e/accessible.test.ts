import type { Page } from '@playwright/test';
import { builtPages } from './built-pages.ts';
import { openDiscount, payButton } from './discount-form.ts';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { fill } from './form-page.ts';
import { pretendCountryService, pretendServer } from './pretend-server.ts';
import { everyField, openRegistration, payWith } from './registration-form.ts';

/** Every page that was built, and one unknown path. */
const pages = [...builtPages, '/no-such-page'];

/** The states of a page that show only after an action of the visitor or an answer of the server. */
const states: Record<string, (page: Page) => Promise<void>> = {
  'the menu with its dropdown open': async (page) => {
    await page.goto('/agenda');
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('banner').getByRole('button', { name: 'Abstract Submission' }).click();
    await expect(page.getByRole('link', { name: 'Sessions', exact: true })).toBeVisible();
  },
  'a topic with its tooltip': async (page) => {
    await page.goto('/');
    const topics = page.getByRole('region', { name: 'Conference Topics' });
    await expect(page.getByRole('article').nth(14)).toBeAttached();
    await topics.getByRole('article').first().hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
  },
  'the second day of the agenda': async (page) => {
    await page.goto('/agenda');
    await page.getByRole('button', { name: /^Day 2/ }).click();
    await expect(page.getByText('Agenda coming soon.', { exact: true })).toBeVisible();
  },
  'speakers that could not be fetched': async (page) => {
    await pretendServer(page, { '/api/speakers': 'offline' });
    await page.goto('/speakers');
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  },
  'the registration with its price and its messages': async (page) => {
    await openRegistration(page);
    await fill(page, { ...everyField, 'Registration type': 'registrationAndAccommodation' });
    await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
    await fill(page, { Name: '', Email: '' });
    await payWith(page, 'Card');
    await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
  },
  'the discount registration with its messages': async (page) => {
    await openDiscount(page);
    await payButton(page).click();
    await expect(page.getByText('Name is required', { exact: true })).toBeVisible();
  },
  'the abstract form with its messages': async (page) => {
    await page.goto('/abstract-submission');
    await page.getByRole('button', { name: 'Submit Abstract' }).click();
    await expect(page.getByText('Name required', { exact: true })).toBeVisible();
  },
  'a message that is ready for the mail program': async (page) => {
    await page.goto('/contact');
    const person = { 'Full name': 'Ada', Email: 'ada@lab.example' };
    await fill(page, { ...person, Subject: 'Hi', Message: 'Hello' });
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText(/nothing has been sent yet/)).toBeVisible();
  },
  'a payment that has arrived': async (page) => {
    await pretendServer(page, {
      '/api/payment/status': { json: { paymentStatus: 'paid', name: 'Ada Kowalska' } },
      '/api/payment/update': { json: { success: true } },
    });
    await page.goto('/payment-success?session_id=cs_test_1');
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  },
  'a payment that is being asked about': async (page) => {
    await pretendServer(page, { '/api/payment/status': { json: { paymentStatus: 'unpaid' } } });
    await page.goto('/payment-success?session_id=cs_test_1');
    await expect(page.getByText('Step 1 of 10')).toBeVisible();
  },
  'a payment error with its details': async (page) => {
    await page.goto('/payment-success');
    await page.getByText('Technical details').click();
    await expect(page.getByRole('heading', { name: /Payment Error/ })).toBeVisible();
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });
    test.beforeEach(async ({ page, allowConsole }) => {
      allowConsole(/404|Page not found|no-such-page|Failed to (load|fetch)|mailto:/);
      await pretendCountryService(page, ['Norway', 'Chile']);
    });

    for (const path of pages) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeAttached();
        await page.waitForLoadState('networkidle');
        await expectNoFindings(page);
      });
    }

    for (const [state, reach] of Object.entries(states)) {
      test(`axe finds nothing on ${state}`, async ({ page }) => {
        await reach(page);
        await page.waitForLoadState('networkidle');
        await expectNoFindings(page);
      });
    }
  });
}
