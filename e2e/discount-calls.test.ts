import { expect, test } from './fixtures.ts';
import { captchaCode, entriesOf, field, fill, openForm, stored } from './form-page.ts';
import {
  choose,
  entries,
  fillDiscount,
  openDiscount,
  order,
  pay,
  payButton,
  session,
} from './discount-form.ts';
import { delayedReply } from './pretend-server.ts';

const labels = Object.keys(entries);
const provider = { name: 'Provider' };

test('the summary and the button show the amount and the method', async ({ page }) => {
  await openDiscount(page);
  const summary = page.getByRole('region', { name: 'Payment summary' });
  await expect.soft(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
  await expect.soft(payButton(page)).toHaveText('Pay €0.00 with Card');
  // A fee of half a cent is rounded up.
  for (const [typed, fee, total] of [
    ['100', '5.00', '105.00'],
    ['0.70', '0.04', '0.74'],
    ['1234.56', '61.73', '1296.29'],
    ['19.9', '1.00', '20.90'],
  ] as const) {
    await fill(page, { 'Discount amount': typed });
    await expect.soft(summary).toContainText(`€${fee}`);
    await expect.soft(summary).toContainText(`€${total}`);
    await expect.soft(payButton(page)).toHaveText(`Pay €${total} with Card`);
  }
  await choose(page, 'PayPal');
  await expect.soft(payButton(page)).toHaveText('Pay €20.90 with PayPal');
  const titles = field(page, 'Title').locator('option');
  const values = await titles.evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect.soft(values).toEqual(['', 'Mr.', 'Ms.', 'Dr.', 'Prof.']);
});

test('a card payment opens one session with the total as text, and the browser leaves for it', async ({
  page,
  site,
}) => {
  const held = delayedReply({ json: { url: 'https://pay.example/card' } });
  const { calls } = await openDiscount(page, { [session]: held.reply });
  await fillDiscount(page);
  await payButton(page).dblclick();
  await expect.soft(payButton(page)).toHaveText('Processing...');
  await expect.soft(payButton(page)).toBeDisabled();
  held.release();
  await expect(page.getByRole('heading', provider)).toBeVisible();
  expect(page.url()).toBe('https://pay.example/card');
  expect(calls).toEqual([
    {
      line: `POST ${session}`,
      body: {
        productName: expect.any(String),
        description: 'Invited speaker',
        orderReference: expect.stringMatching(/^DISCOUNT-\d{13}$/),
        unitAmount: '0.74',
        quantity: 1,
        currency: 'eur',
        successUrl: `${site.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}&type=discount`,
        cancelUrl: `${site.origin}/payment-failure`,
        customerEmail: 'ada.kowalska@lab.example',
        name: 'Ada Kowalska',
        phone: '+48 22 555 0187',
        instituteOrUniversity: 'Vistula Institute',
        country: 'Poland',
      },
    },
  ]);

  // A visitor who comes back finds the draft, and can clear it.
  await openForm(page, '/discount-registration');
  expect.soft(await stored(page, 'sessionStorage', 'stripeRedirect')).toBe(true);
  expect.soft(await entriesOf(page, labels)).toEqual(Object.values(entries));
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await page.getByRole('button', { name: 'Clear form' }).click();
  expect.soft(await entriesOf(page, labels)).toEqual(labels.map(() => ''));
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect.soft(left).not.toContain(entries.Email);
});

test('a PayPal payment opens one order, stores the registration in the tab, and the browser leaves for the approval', async ({
  page,
  site,
}) => {
  const held = delayedReply({
    json: { success: true, orderId: 'ORDER1', approvalUrl: 'https://pay.example/pp' },
  });
  const { calls } = await openDiscount(page, { [order]: held.reply });
  await fillDiscount(page);
  await choose(page, 'PayPal');
  await payButton(page).dblclick();
  await expect.soft(payButton(page)).toHaveText('Processing PayPal...');
  await expect.soft(payButton(page)).toBeDisabled();
  held.release();
  await expect(page.getByRole('heading', provider)).toBeVisible();
  expect(page.url()).toBe('https://pay.example/pp');
  expect(calls).toEqual([
    {
      line: `POST ${order}`,
      body: {
        customerEmail: 'ada.kowalska@lab.example',
        customerName: 'Ada Kowalska',
        phone: '+48 22 555 0187',
        country: 'Poland',
        instituteOrUniversity: 'Vistula Institute',
        amount: 0.74,
        currency: 'EUR',
        successUrl: `${site.origin}/payment-success?type=discount`,
        cancelUrl: `${site.origin}/discount-registration`,
      },
    },
  ]);

  await openForm(page, '/discount-registration');
  expect(await stored(page, 'sessionStorage', 'paypalDiscountRegistration')).toEqual({
    title: 'Dr.',
    name: 'Ada Kowalska',
    phone: '+48 22 555 0187',
    email: 'ada.kowalska@lab.example',
    instituteOrUniversity: 'Vistula Institute',
    country: 'Poland',
    description: 'Invited speaker',
    discountAmount: 0.7,
    processingFee: 0.04,
    totalAmount: 0.74,
    orderId: 'ORDER1',
  });
});

test('a card answer without an address is a success, and the form is reset', async ({ page }) => {
  await openDiscount(page, { [session]: { json: { message: 'Taken' } } });
  await fillDiscount(page);
  const code = await captchaCode(page).textContent();
  await pay(page);
  await expect(page.getByRole('status')).toContainText('success');
  expect.soft(await entriesOf(page, labels)).toEqual(labels.map(() => ''));
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
  await expect.soft(payButton(page)).toHaveText('Pay €0.00 with Card');
});
