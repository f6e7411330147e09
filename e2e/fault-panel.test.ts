import AxeBuilder from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration, visitor } from './registration-form.ts';

test('an organiser drops a webhook and an answer, and the visitor is charged once', async ({
  page,
  site,
}, info) => {
  const person = { ...visitor, email: `lost.${info.project.name}@lab.example` };
  await page.goto('/sandbox');
  await page.getByRole('radio', { name: /^Lost/ }).check();
  await page.getByRole('button', { name: 'Set webhooks' }).click();
  await expect(page.getByRole('status')).toBeVisible();

  const faults = page.getByRole('region', { name: 'Next API call' });
  await faults.getByLabel('Provider').selectOption('PayPal');
  await faults.getByLabel('Call').selectOption('Collecting what was approved');
  await faults.getByLabel('What happens').selectOption('Done, but the answer is lost');
  await faults.getByRole('button', { name: 'Order this fault' }).click();
  await expect(page.getByRole('region', { name: 'Something is about to go wrong' })).toContainText(
    'the answer is lost',
  );

  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  const order = (await site.exportRecords()).find(
    ({ type, email }) => type === 'order' && email === person.email,
  );
  await page.goto('/sandbox');
  const charged = page.getByRole('region', { name: 'What was really charged' });
  await expect(charged.getByText(String(order?.['id']))).toHaveCount(1);
  await page.getByRole('button', { name: 'Back to normal' }).click();
  await expect(page.getByRole('region', { name: 'Everything is normal' })).toBeVisible();
});

test('a refund at the panel is recorded in the export', async ({ page, site }, info) => {
  const person = { ...visitor, email: `back.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  await page.goto('/sandbox');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Stripe' })
    .first()
    .getByLabel('Amount')
    .fill('100');
  await page.getByRole('button', { name: 'Refund' }).first().click();
  await expect(page.getByText('€100.00 went back')).toBeVisible();
  await expect
    .poll(async () => (await paymentOf(site, person.email))?.['state'])
    .toBe('PART_REFUNDED');
});

for (const { way, release } of [
  { way: 'Doubled' },
  { way: 'Forged' },
  { way: 'Late', release: 'Release in order' },
  { way: 'Late', release: 'Release in reverse' },
]) {
  const told = release === undefined ? way : `${way}, ${release}`;
  test(`a visitor is charged once where webhooks go wrong (${told})`, async ({
    page,
    site,
  }, info) => {
    const person = aVisitor(`webhook.${told}`, info);
    await page.goto('/sandbox');
    await page.getByRole('radio', { name: new RegExp(`^${way}`) }).check();
    await page.getByRole('button', { name: 'Set webhooks' }).click();
    await expect(page.getByRole('status')).toBeVisible();
    await fillRegistration(page, person);
    await payWithCard(page);
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
    await page.goto('/sandbox');
    if (release !== undefined) {
      await page.getByRole('button', { name: release }).click();
      await expect(page.getByRole('status')).toContainText('on its way');
    }
    await expectOneCharge(page, site, person.email);
    await backToNormal(page);
  });
}

for (const { provider, call, happens } of [
  { provider: 'Stripe', call: 'Opening a payment', happens: 'HTTP 500, nothing is done' },
  { provider: 'Stripe', call: 'Opening a payment', happens: 'Done, but the answer is lost' },
  { provider: 'Stripe', call: 'Asking how it stands', happens: 'HTTP 429, too many calls' },
  { provider: 'PayPal', call: 'Collecting what was approved', happens: 'Hangs, nothing is done' },
]) {
  test(`a visitor is charged once with ${provider}, ${call}: “${happens}”`, async ({
    page,
    site,
  }, info) => {
    const person = aVisitor(`${call}.${happens}`, info);
    await page.goto('/sandbox');
    const faults = page.getByRole('region', { name: 'Next API call' });
    await faults.getByLabel('Provider').selectOption(provider);
    await faults.getByLabel('Call').selectOption(call);
    await faults.getByLabel('What happens').selectOption(happens);
    await faults.getByRole('button', { name: 'Order this fault' }).click();
    await expect(page.getByRole('status')).toBeVisible();
    await fillRegistration(page, person);
    if (provider === 'Stripe') {
      await payWithCard(page);
    } else {
      await page.getByRole('button', { name: 'Pay with PayPal' }).click();
      await page.getByRole('button', { name: 'Approve payment' }).click();
    }
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible({
      timeout: 20_000,
    });
    await expectOneCharge(page, site, person.email);
    await page.goto('/sandbox');
    await backToNormal(page);
  });
}

test('a payment set to be declined is declined for any card, and the next attempt pays', async ({
  page,
  site,
}, info) => {
  const person = aVisitor('ordered-decline', info);
  await orderPayment(page, 'Stripe', 'Declined');
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
  await expect(page.getByRole('alert')).toContainText('declined');
  await payByCard(page);
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  await expectOneCharge(page, site, person.email);
});

test('a payment set to stay pending is confirmed once the panel completes it, and can then be disputed', async ({
  page,
  site,
}, info) => {
  const person = aVisitor('ordered-pending', info);
  await orderPayment(page, 'PayPal', 'Stays pending');
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect.poll(async () => (await paymentOf(site, person.email))?.['state']).toBe('PENDING');
  await page.goto('/sandbox');
  await page.getByRole('button', { name: 'Let it succeed' }).first().click();
  await expect.poll(async () => (await paymentOf(site, person.email))?.['state']).toBe('PAID');
  await page.goto('/sandbox');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'PayPal' })
    .first()
    .getByRole('button', { name: 'Dispute' })
    .click();
  await expect(page.getByRole('status')).toContainText('disputes');
  await expect.poll(async () => (await paymentOf(site, person.email))?.['isDisputed']).toBe(true);
});

test('the panel works without JavaScript', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.origin}/sandbox`);
  await page.getByRole('button', { name: '+ 3 hours' }).click();
  await expect(page).toHaveURL(/\/sandbox\?done=clock#clock$/);
  await expect(page.getByText('The pretend clock is 3 hours ahead')).toBeVisible();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is normal' })).toBeVisible();
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the panel in ${colorScheme} colours`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme });
    const email = `axe.${colorScheme}.${info.project.name}@lab.example`;
    await fillRegistration(page, { ...visitor, email });
    await page.getByRole('button', { name: 'Pay with Card' }).click();
    await payByCard(page);
    await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
    await page.goto('/sandbox');
    await page.getByRole('radio', { name: /^Late/ }).check();
    await page.getByRole('button', { name: 'Set webhooks' }).click();
    await expect(page.getByRole('status')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    const [width, viewport] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(width).toBe(viewport);
    await page.getByRole('button', { name: 'Back to normal' }).click();
    await expect(page.getByRole('status')).toBeVisible();
  });
}

type Site = { exportRecords(): Promise<Record<string, unknown>[]> };

function aVisitor(what: string, info: TestInfo) {
  const name = what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return { ...visitor, email: `${name}.${info.project.name}@lab.example` };
}

async function orderPayment(page: Page, provider: string, how: string): Promise<void> {
  await page.goto('/sandbox');
  const next = page.getByRole('region', { name: 'Next payment' });
  await next.getByLabel('Provider').selectOption(provider);
  await next.getByLabel('How it goes').selectOption(how);
  await next.getByRole('button', { name: 'Order this payment' }).click();
  await expect(page.getByRole('status')).toBeVisible();
}

async function backToNormal(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Back to normal' });
  if (await button.isVisible()) await button.click();
  await expect(page.getByRole('heading', { name: 'Everything is normal' })).toBeVisible();
}

/** The charges in the panel's ledger and in the export. */
async function expectOneCharge(page: Page, site: Site, email: string): Promise<void> {
  const mine = (await site.exportRecords()).filter((record) => record['email'] === email);
  const [order, ...others] = mine.filter(({ type }) => type === 'order');
  expect(others).toEqual([]);
  expect(order).toMatchObject({ state: 'CONFIRMED' });
  const paid = mine.filter(({ type, state }) => type === 'payment' && state === 'PAID');
  expect(paid).toHaveLength(1);
  await page.goto('/sandbox');
  const charged = page.getByRole('region', { name: 'What was really charged' });
  await expect(charged.getByText(String(order?.['id']))).toHaveCount(1);
  await expect(charged.getByText(/charged \d times/)).toHaveCount(0);
}

async function payWithCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await payByCard(page);
}

async function paymentOf(site: Site, email: string) {
  const records = await site.exportRecords();
  return records.find((record) => record['type'] === 'payment' && record['email'] === email);
}
