import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  alertSaying,
  captchaCode,
  expectEmpty,
  field,
  fill,
  messageOf,
  stored,
  typeCaptcha,
} from './form-page.ts';
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
import { callsTo, delayedReply } from './pretend-server.ts';

const labels = Object.keys(entries);
const providerPage = (page: Parameters<typeof pay>[0]) =>
  page.getByRole('heading', { name: 'Provider' });

test('the discount form says what is missing and how much the visitor pays, and axe finds nothing', async ({
  page,
}) => {
  const incomplete = 'Please fill in all required fields correctly.';
  const { calls } = await openDiscount(page);
  const summary = page.getByRole('region', { name: 'Payment summary' });
  await expect.soft(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
  await expect.soft(payButton(page)).toHaveText('Pay €0.00 with Card');
  await pay(page);
  for (const label of [...labels, 'Captcha']) {
    expect.soft(await messageOf(page, label)).toBe(`${label.replace(' / ', '/')} is required`);
  }
  await expect.soft(alertSaying(page, incomplete)).toBeVisible();
  await expect.soft(field(page, 'Title')).toBeFocused();
  await expect.soft(field(page, 'Title')).toBeInViewport();
  await expect.soft(page).toHaveTitle(/^Error: Discount/);
  // A list and a field side by side have the same height, also with an error.
  const heights = await Promise.all(
    [...labels, 'Captcha'].map(async (label) => (await field(page, label).boundingBox())?.height),
  );
  expect.soft(new Set(heights)).toEqual(new Set([48]));
  await expectNoFindings(page, 'empty fields');

  await fill(page, { ...entries, Name: '   ', Description: ' ' });
  await typeCaptcha(page);
  await expect.soft(alertSaying(page, incomplete)).toHaveCount(0);
  await expect.soft(page.getByText(/ is required$/)).toHaveCount(0);
  await pay(page);
  expect.soft(await messageOf(page, 'Name')).toBe('Name is required');
  expect.soft(await messageOf(page, 'Description')).toBe('Description is required');
  await expect.soft(page.getByText(/ is required$/)).toHaveCount(2);
  await expect.soft(field(page, 'Name')).toBeFocused();

  await fill(page, { ...entries, 'Discount amount': 'abc' });
  await field(page, 'Captcha').fill('');
  await field(page, 'Captcha').pressSequentially('------------');
  await expect.soft(field(page, 'Captcha')).toHaveValue('------');
  await pay(page);
  const invalid = 'Please enter a valid discount amount';
  expect.soft(await messageOf(page, 'Discount amount')).toBe(invalid);
  expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha is incorrect');
  await expect.soft(alertSaying(page, incomplete)).toBeVisible();
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await expect.soft(page.getByText('Captcha is incorrect')).toHaveCount(0);
  await expect.soft(captchaCode(page)).toHaveText(/^[A-HJKMNP-Z2-9]{6}$/);

  const amount = field(page, 'Discount amount');
  const hint = 'The amount that you agreed to pay, in euros: 250.00. The processing fee is added.';
  for (const [typed, advice] of [
    ['1.000', 'Please write 1000 or 1.00.'],
    ['1,000,50', 'Please write the amount like 1000 or 1000.50.'],
  ] as const) {
    await amount.fill(typed);
    await expect.soft(page.getByText('Please write')).toHaveCount(0);
    await expect.soft(payButton(page)).toHaveText('Pay €0.00 with Card');
    // The press leaves the field. Nothing may come then that moves the button.
    await pay(page);
    await expect.soft(amount).toHaveAccessibleDescription(`${invalid} ${hint} ${advice}`);
  }
  await expectNoFindings(page, 'an ambiguous amount');
  await fill(page, { 'Discount amount': '1234.56' });
  await expect.soft(page.getByText('Please write')).toHaveCount(0);
  await expect.soft(summary.getByText('5%', { exact: true })).toBeVisible();
  for (const sum of ['€61.73', '€1296.29']) await expect.soft(summary).toContainText(sum);
  await expect.soft(payButton(page)).toHaveText('Pay €1296.29 with Card');
  await choose(page, 'PayPal');
  await expect.soft(payButton(page)).toHaveText('Pay €1296.29 with PayPal');
  expect(calls).toEqual([]);
});

test('the discount form shows each state of a payment, and axe finds nothing in any', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { replies, calls } = await openDiscount(page, {
    [session]: { status: 400, text: 'The amount is too small' },
    [order]: { status: 503, text: 'down' },
  });
  await fillDiscount(page);
  for (const [method, message] of [
    ['Card', 'The amount is too small'],
    ['PayPal', 'Server error: 503'],
  ] as const) {
    await choose(page, method);
    await pay(page);
    await expect.soft(alertSaying(page, message)).toBeVisible();
    await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    await expect.soft(payButton(page)).toBeEnabled();
    await expect.soft(field(page, 'Name')).toHaveValue(entries.Name);
  }
  await expectNoFindings(page, 'a payment that failed');
  expect.soft(await stored(page, 'sessionStorage', 'stripeRedirect')).toBeNull();
  expect.soft(await stored(page, 'sessionStorage', 'paypalDiscountRegistration')).toBeNull();

  // An answer without an address is a success, and the form is reset.
  const delayed = delayedReply({ json: { message: 'Taken' } });
  replies[session] = delayed.reply;
  calls.length = 0;
  const code = await captchaCode(page).textContent();
  await choose(page, 'Card');
  await payButton(page).dblclick();
  await expect.soft(payButton(page)).toHaveText('Processing...');
  await expect.soft(payButton(page)).toBeDisabled();
  delayed.release();
  await expect.soft(page.getByRole('main').getByRole('status')).toContainText('success');
  expect.soft(callsTo(calls, `POST ${session}`)).toHaveLength(1);
  await expectEmpty(page, labels);
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
  await expect.soft(payButton(page)).toHaveText('Pay €0.00 with Card');
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect.soft(storage).not.toContain(entries.Email);
  await expectNoFindings(page, 'a registration that was taken');

  const ordering = delayedReply({
    json: { orderId: 'O1', approvalUrl: 'https://pay.example/pp' },
  });
  replies[order] = ordering.reply;
  await fillDiscount(page);
  await choose(page, 'PayPal');
  await payButton(page).dblclick();
  await expect.soft(payButton(page)).toHaveText('Processing PayPal...');
  await expect.soft(page.getByText('Registration received')).toHaveCount(0);
  await expect.soft(payButton(page)).toBeDisabled();
  await expectNoFindings(page, 'a registration that is being sent');
  ordering.release();
  await expect(providerPage(page)).toBeVisible();
  expect(page.url()).toBe('https://pay.example/pp');
  expect(callsTo(calls, `POST ${order}`)).toMatchObject([{ body: { amount: 0.74 } }]);
});

test('a visitor who cancels at PayPal finds the entries and a note, and the address is clean', async ({
  page,
}) => {
  const { replies } = await openDiscount(page);
  await fillDiscount(page);
  await choose(page, 'PayPal');
  await pay(page);
  await expect(providerPage(page)).toBeVisible();

  await page.goto('/discount-registration?token=ORDER1');
  const note = page.getByRole('main').getByRole('status');
  await expect(note).toContainText('nothing was charged');
  await expect(note).toBeInViewport();
  expect(await note.evaluate((box) => box.parentElement === document.activeElement)).toBe(true);
  await expect(page).toHaveURL(/\/discount-registration$/);
  await expect(field(page, 'Email')).toHaveValue(entries.Email);
  await expect(field(page, 'Discount amount')).toHaveValue(entries['Discount amount']);
  await expectNoFindings(page, 'a payment that was cancelled');
  await typeCaptcha(page);
  const delayed = delayedReply({ json: { orderId: 'O2', approvalUrl: 'https://pay.example/pp' } });
  replies[order] = delayed.reply;
  await pay(page);
  // The pressed button is disabled and cannot keep the focus, but its surroundings can.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Processing PayPal...');
  delayed.release();
  await expect(providerPage(page)).toBeVisible();
});
