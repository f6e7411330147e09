import { expect, test } from './fixtures.ts';
import { alertSaying, captchaCode, expectCaptcha, entriesOf, field, fill } from './form-page.ts';
import {
  checkout,
  everyField,
  fillEveryField,
  openRegistration,
  payWith,
} from './registration-form.ts';

const labels = Object.keys(everyField);
const empty = labels.map(() => '');

test('the entries survive a reload without the captcha, and the visitor can clear them', async ({
  page,
}) => {
  await openRegistration(page);
  await expect.soft(page.getByText('kept on this device only')).toBeVisible();
  await fillEveryField(page);
  await fill(page, { 'Registration type': 'registrationAndAccommodation', Nights: '3' });
  await page.reload();
  await expectCaptcha(page);
  const kept = { ...everyField, 'Registration type': 'registrationAndAccommodation' };
  expect.soft(await entriesOf(page, labels)).toEqual(Object.values(kept));
  await expect.soft(field(page, 'Nights')).toHaveValue('3');
  await expect.soft(field(page, 'Captcha')).toHaveValue('');
  await expect.soft(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();

  await page.getByRole('button', { name: 'Clear form' }).click();
  expect.soft(await entriesOf(page, labels)).toEqual(empty);
  const left = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect.soft(left).not.toContain(everyField.Email);
  await page.reload();
  await expectCaptcha(page);
  expect.soft(await entriesOf(page, labels)).toEqual(empty);
});

test('a visitor can restore the entries that a recorded registration has cleared', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409/);
  await openRegistration(page, { [checkout]: { status: 409, json: { message: 'Sold out' } } });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(alertSaying(page, 'Sold out')).toBeVisible();
  expect.soft(await entriesOf(page, labels)).toEqual(empty);
  await page.getByRole('button', { name: 'Bring back my entries' }).click();
  expect.soft(await entriesOf(page, labels)).toEqual(Object.values(everyField));
});

test('the button of the dialog "Registration Successful!" closes it and empties the form', async ({
  page,
}) => {
  await openRegistration(page);
  await fillEveryField(page);
  await page.goto('/conference-registration?registered');
  const dialog = page.getByRole('dialog', { name: 'Registration Successful!' });
  await expect(dialog).toBeVisible();
  const code = await captchaCode(page).textContent();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect.soft(await entriesOf(page, labels)).toEqual(empty);
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
});
