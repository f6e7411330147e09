import type { Page } from '@playwright/test';
import { readLedger } from '#tests/support/sandbox-control.ts';
import { entries } from './discount-form.ts';
import { expect, test } from './fixtures.ts';
import { alertSaying, expectEmpty, field, fill, openForm, typeCaptcha } from './form-page.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration } from './registration-form.ts';
import type { SiteServer } from '#tests/support/site-server.ts';

// The server takes payments with its sandbox, and each test interrupts a payment at another point.
let chargedBefore: Set<string>;
test.beforeEach(async ({ allowConsole, site }) => {
  allowConsole(/Failed to load resource|gave no list/);
  chargedBefore = new Set(Object.keys(await readLedger(site.dataDir)));
});

const form = '/conference-registration';

test('a double click on a slow network registers and charges the visitor once', async ({
  page,
  context,
  site,
}) => {
  const email = 'double@lab.example';
  await fillRegistration(page, email);
  // A slow network as on a train: half a second of latency, and 50 kB a second.
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 500,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await page.getByRole('button', { name: 'Pay with Card' }).dblclick();
  await payByCard(page);
  await expectSuccess(page);
  await expectChargedOnce(site);
});

test('a reload and a step back at each step lose nothing and charge the visitor once', async ({
  page,
  site,
}) => {
  const email = 'retrace@lab.example';
  await fillRegistration(page, email);
  await page.reload();
  await expect(field(page, 'Email')).toHaveValue(email);
  await payAgain(page);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('Your entries are back.')).toBeInViewport();
  await expect(field(page, 'Email')).toHaveValue(email);
  await payAgain(page);
  await payByCard(page);
  await expectSuccess(page);
  await page.reload();
  await expectSuccess(page);
  await page.goBack();
  await page.goForward();
  await expectSuccess(page);

  // A visitor who fills in the form again is led to the paid registration.
  await page.goto(form);
  await expect(field(page, 'Email')).toHaveValue('');
  await expect(page.getByText('Your entries are back.')).toHaveCount(0);
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await expectSuccess(page);
  await expect(page.getByText(/Nothing was charged now/)).toBeVisible();
  // No further mail comes, so the page announces no mail.
  await expect(page.getByRole('heading', { name: 'What happens next' })).toHaveCount(0);
  await expectChargedOnce(site);
});

test('an outage before and after the payment loses nothing, and the visitor is charged once', async ({
  page,
  context,
  site,
}) => {
  const email = 'offline@lab.example';
  await fillRegistration(page, email);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  const message = 'Unable to process registration and payment: no connection to the server';
  await expect(alertSaying(page, message)).toBeVisible();
  await expect(field(page, 'Email')).toHaveValue(email);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Pay with Card' }).click();

  // The payment succeeds, and the redirect back fails.
  await expect(page.getByLabel('Card number')).toBeVisible();
  const paying = '**/sandbox/stripe/pay/*';
  const { promise: wayBack, resolve } = Promise.withResolvers<string>();
  await page.route(paying, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    resolve(answer.headers()['location'] ?? '');
    await route.abort('internetdisconnected');
  });
  await payByCard(page);
  const result = await wayBack;
  await expect(page).toHaveURL(/^chrome-error:/);
  await page.unroute(paying);
  await page.goto(result);
  await expectSuccess(page);
  await expectChargedOnce(site);
});

test('a capture whose answer is lost is requested again, and the visitor is charged once', async ({
  page,
  site,
}) => {
  const email = 'capture@lab.example';
  await fillRegistration(page, email);
  await page.route('**/api/payment/paypal/capture/**', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  const message = 'PayPal payment processing failed: Failed to fetch';
  await expect(alertSaying(page, message)).toBeVisible();
  await expect(page.getByText(/do not pay again/i).first()).toBeVisible();
  await page.unroute('**/api/payment/paypal/capture/**');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expectSuccess(page);
  await page.reload();
  await expectSuccess(page);
  await expectChargedOnce(site);
});

for (const method of ['Card', 'PayPal'] as const) {
  test(`a discount by ${method} with a double click, a reload and a step back is charged once`, async ({
    page,
    site,
  }) => {
    const email = `discount.${method}@lab.example`.toLowerCase();
    const button = page.getByRole('button', { name: `Pay €105.00 with ${method}` });
    await openForm(page, '/discount-registration');
    await fill(page, { ...entries, Email: email, 'Discount amount': '100' });
    await page.getByRole('radio', { name: method, exact: true }).check();
    await page.reload();
    await expect(field(page, 'Email')).toHaveValue(email);
    await typeCaptcha(page);
    await button.dblclick();
    await expect(page.getByText('Test mode').first()).toBeVisible();

    await page.goBack();
    await expect(field(page, 'Email')).toHaveValue(email);
    await typeCaptcha(page);
    await button.click();
    if (method === 'Card') await payByCard(page);
    else await page.getByRole('button', { name: 'Approve payment' }).click();
    await expectSuccess(page);
    await page.reload();
    await expectSuccess(page);
    await expectChargedOnce(site);

    await openForm(page, '/discount-registration');
    const labels = Object.keys(entries);
    await expectEmpty(page, labels);
  });
}

/** The restored form lacks only the captcha, and the price loads by itself. */
async function payAgain(page: Page): Promise<void> {
  await typeCaptcha(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toContainText('815.85');
  await page.getByRole('button', { name: 'Pay with Card' }).click();
}

async function expectSuccess(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
}

/** Checks that the providers have charged exactly one new order, exactly once. */
async function expectChargedOnce(site: SiteServer): Promise<void> {
  const ledger = await readLedger(site.dataDir);
  const fresh = Object.entries(ledger).filter(([order]) => !chargedBefore.has(order));
  expect(fresh).toMatchObject([[expect.anything(), [{ refunded: 0 }]]]);
  expect(fresh[0]?.[1]).toHaveLength(1);
}
