import { expect, test } from './fixtures.ts';
import { choose, fillDiscount, openDiscount, pay } from './discount-form.ts';
import { field, storedNames } from './form-page.ts';
import {
  captureCall,
  cardReturn,
  comeBack,
  heading,
  paypalReturn,
  registration,
  statusCall,
  updateCall,
} from './payment-return.ts';
import { storedNamesOfAttempt, tryBothMethods } from './registration-form.ts';

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource|gave no list/));

const HOUR = 60 * 60 * 1000;
const paid = { [statusCall]: { json: { paymentStatus: 'paid' } }, [updateCall]: { json: {} } };

const ways = [
  { way: 'card', address: cardReturn, kept: {}, replies: paid, call: statusCall, asked: 2 },
  {
    way: 'PayPal',
    address: paypalReturn,
    kept: registration,
    replies: { [captureCall]: { json: { success: true } } },
    call: captureCall,
    // The tab's storage shows a captured payment again.
    asked: 1,
  },
];

for (const { way, address, kept, replies, call, asked } of ways) {
  test(`payment parameters leave the address bar once the page has read them (${way}), and a reload still has them`, async ({
    page,
    site,
  }) => {
    const calls = await comeBack(page, address, { kept, replies });
    const result = `${site.origin}/payment-success`;
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    await expect(page).toHaveURL(result);
    await page.reload();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    await expect(page).toHaveURL(result);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL(/\/privacy$/);
    await page.goBack();
    await expect(heading(page, /Payment Successful/)).toBeVisible();
    expect(calls.filter(({ line }) => line.includes(call))).toHaveLength(asked);

    // A shared address reveals nothing.
    await page.goto('about:blank');
    await page.goto(result);
    await expect(heading(page, /Payment Error/)).toBeVisible();
  });
}

for (const path of ['/payment-failure', '/payment-cancel', '/register']) {
  test(`payment parameters leave the address bar of ${path}, and the page still checks the payment`, async ({
    page,
    site,
  }) => {
    await comeBack(page, `${path}?session_id=cs_test_a1b2c3`, { replies: paid });
    await expect(page.getByRole('link', { name: 'Show the result' })).toBeVisible();
    await expect(page).toHaveURL(`${site.origin}${path}`);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Show the result' })).toBeVisible();
  });
}

test('browser storage expires after 24 hours: drafts and pending registrations are ignored and removed', async ({
  page,
}) => {
  await tryBothMethods(page);
  await openDiscount(page);
  expect(await storedNames(page)).toEqual(storedNamesOfAttempt);
  await page.clock.setFixedTime(Date.now() + 24 * HOUR);
  await page.reload();
  await expect(field(page, 'Captcha')).toBeEditable();
  await expect.poll(() => storedNames(page)).toEqual([]);
});

test('browser storage expires after 24 hours: the way back from PayPal finds nothing of the day before', async ({
  page,
}) => {
  await openDiscount(page);
  await fillDiscount(page);
  await choose(page, 'PayPal');
  await pay(page);
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  await page.goto('/register');
  await expect(page.getByText(/If you have already paid/)).toBeVisible();
  expect(await storedNames(page)).toContain('paypalDiscountRegistration');

  await page.clock.setFixedTime(Date.now() + 24 * HOUR);
  await page.reload();
  await expect(heading(page, /registration/)).toBeVisible();
  await expect(page.getByText(/If you have already paid/)).toHaveCount(0);
  await page.goto('/payment-success?token=ORDER1&PayerID=P&type=discount');
  await expect(page.getByText(/registration data not found/i).first()).toBeVisible();
  await expect.poll(() => storedNames(page)).toEqual([]);
});
