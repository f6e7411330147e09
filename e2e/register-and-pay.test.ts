import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { payByCard } from './pay-by-card.ts';
import { fillRegistration, visitor } from './registration-form.ts';

test('a visitor registers and pays by card; the page, the mail and the export confirm it', async ({
  page,
  site,
}, info) => {
  const person = { ...visitor, email: `card.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();

  await expect(page.getByText('Test mode').first()).toBeVisible();
  await expect(page.getByText(/815\.85/).first()).toBeVisible();
  await payByCard(page);

  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  const records = (await site.exportRecords()).filter((record) => record['email'] === person.email);
  expect(records).toMatchObject([
    { type: 'registration', name: person.name, state: 'CONFIRMED', registrationType: 'stay' },
    { type: 'order', state: 'CONFIRMED', amountCents: 81_585, feeCents: 3885, currency: 'EUR' },
    { type: 'payment', state: 'PAID', amountCents: 81_585, provider: 'stripe' },
  ]);
  await expect.poll(async () => (await confirmationsTo(site.dataDir, person.email)).length).toBe(1);
});

test('a visitor registers and pays by PayPal', async ({ page, site }, info) => {
  const person = { ...visitor, email: `paypal.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with PayPal' }).click();
  await page.getByRole('button', { name: 'Approve payment' }).click();
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();

  const records = (await site.exportRecords()).filter((record) => record['email'] === person.email);
  expect(records).toMatchObject([
    { type: 'registration', state: 'CONFIRMED' },
    { type: 'order', state: 'CONFIRMED', amountCents: 81_585 },
    { type: 'payment', state: 'PAID', provider: 'paypal' },
  ]);
});

test('a visitor who cancels on the card page is not charged and can go back', async ({
  page,
  site,
}, info) => {
  const person = { ...visitor, email: `cancel.${info.project.name}@lab.example` };
  await fillRegistration(page, person);
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/payment-cancel/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const records = (await site.exportRecords()).filter((record) => record['email'] === person.email);
  expect(records).toMatchObject([
    { type: 'registration' },
    { type: 'order', state: 'AWAITING_PAYMENT' },
    { type: 'payment', state: 'OPEN' },
  ]);
});

test('the card page reports a declined card, and another card pays', async ({ page }, info) => {
  await fillRegistration(page, { ...visitor, email: `decline.${info.project.name}@lab.example` });
  await page.getByRole('button', { name: 'Pay with Card' }).click();
  for (const card of ['4000 0000 0000 0002', '4242 4242 4242 4242']) {
    await payByCard(page, card);
    if (card.endsWith('0002')) {
      await expect(page.getByRole('alert')).toContainText('declined');
    }
  }
  await expect(page.getByRole('heading', { name: /Payment Successful/ })).toBeVisible();
});

/** The only mail to a payer that contains the calendar. */
async function confirmationsTo(dataDir: string, address: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}`) && mail.includes('conference.ics'));
}
