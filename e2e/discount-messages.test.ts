import { expect, test } from './fixtures.ts';
import { alertSaying, captchaCode, field, fill, messageOf } from './form-page.ts';
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
import type { Reply } from './pretend-server.ts';

// These tests make calls fail on purpose.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const incomplete = 'Please fill in all required fields correctly.';
test('the form accepts only an amount above zero', async ({ page }) => {
  const { calls } = await openDiscount(page);
  await fillDiscount(page);
  for (const [typed, message] of [
    ['0', 'Please enter a valid discount amount'],
    ['-5', 'Please enter a valid discount amount'],
    ['abc', 'Please enter a valid discount amount'],
    ['12 euros', 'Please enter a valid discount amount'],
    ['  ', 'Discount amount is required'],
  ] as const) {
    await fill(page, { 'Discount amount': typed });
    await pay(page);
    expect.soft(await messageOf(page, 'Discount amount'), typed).toBe(message);
    await expect.soft(alertSaying(page, incomplete)).toBeVisible();
  }
  expect(calls).toEqual([]);
});

test('the captcha has unambiguous capitals and digits, must match and can be refreshed', async ({
  page,
}) => {
  const { calls } = await openDiscount(page);
  const refresh = page.getByRole('button', { name: 'Refresh captcha' });
  const letters = new Set<string>();
  for (let at = 0; at < 12; at++) {
    await refresh.click();
    const code = (await captchaCode(page).textContent()) ?? '';
    expect.soft(code).toMatch(/^[A-Z0-9]{6}$/);
    for (const letter of code) letters.add(letter);
  }
  expect.soft([...letters].join('')).not.toMatch(/[O0I1L]/);

  await fillDiscount(page);
  await field(page, 'Captcha').fill('');
  await field(page, 'Captcha').pressSequentially('ABCDEFGH');
  await expect.soft(field(page, 'Captcha')).toHaveValue('ABCDEF');
  await pay(page);
  expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha is incorrect');
  await refresh.click();
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await expect.soft(page.getByText('Captcha is incorrect')).toHaveCount(0);
  expect(calls).toEqual([]);
});

const notSent = 'Submission failed. Please try again.';
const cardFailures: [Reply, string][] = [
  [{ status: 400, text: 'The amount is too small' }, 'The amount is too small'],
  [{ status: 409, text: '{"message":"Closed"}' }, '{"message":"Closed"}'],
  [{ status: 500, text: '' }, 'Failed to create Stripe session'],
  [{ status: 200, text: 'no JSON' }, notSent],
  [{ json: { url: 'javascript:document.title=1' } }, notSent],
  ['offline', 'Failed to fetch'],
];

test('the page shows the text of the server when a card session fails', async ({ page }) => {
  const { replies } = await openDiscount(page);
  await fillDiscount(page);
  for (const [reply, message] of cardFailures) {
    await test.step(message, async () => {
      replies[session] = reply;
      await pay(page);
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
      await expect.soft(payButton(page)).toBeEnabled();
      await expect.soft(field(page, 'Name')).toHaveValue(entries.Name);
    });
  }
  expect(await page.evaluate(() => sessionStorage.getItem('stripeRedirect'))).toBeNull();
});

const paypalFailures: [Reply, string][] = [
  [{ status: 400, json: { message: 'Closed', error: 'x' } }, 'PayPal error: Closed'],
  [{ status: 400, json: { errorMessage: 'Refused' } }, 'PayPal error: Refused'],
  [{ json: { success: false, error: 'No funds' } }, 'PayPal error: No funds'],
  [{ status: 503, text: 'down' }, 'Server error: 503'],
  [{ status: 500, json: {} }, 'Server error: 500'],
  [{ json: {} }, 'Failed to create PayPal order'],
  ['offline', 'PayPal error: Failed to fetch'],
];

test('the page shows the reason when a PayPal order fails, and stores nothing', async ({
  page,
}) => {
  const { replies } = await openDiscount(page);
  await fillDiscount(page);
  await choose(page, 'PayPal');
  for (const [reply, message] of paypalFailures) {
    await test.step(message, async () => {
      replies[order] = reply;
      await pay(page);
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    });
  }
  expect(
    await page.evaluate(() => sessionStorage.getItem('paypalDiscountRegistration')),
  ).toBeNull();
});
