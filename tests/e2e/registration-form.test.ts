import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import {
  alertSaying,
  captchaCode,
  expectEmpty,
  expectEntries,
  expectCaptcha,
  field,
  fill,
  messageOf,
  openForm,
  stored,
  typeCaptcha,
  windowMessage,
} from './form-page.ts';
import { callsTo, delayedReply } from './pretend-server.ts';
import {
  checkout,
  everyField,
  fillEveryField,
  openRegistration,
  payWith,
  paypal,
  person,
  personOnWire,
  pricing,
  register,
  speakerPrice,
} from './registration-form.ts';

const labels = Object.keys(everyField);
const breakdownOn = (page: Page) => page.getByRole('region', { name: 'Pricing breakdown' });

test('the registration form says what is missing and what the price is, and axe finds nothing @phone', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const loading = delayedReply({ json: [speakerPrice] });
  const { replies, calls } = await openRegistration(page, { [pricing]: loading.reply });
  const breakdown = breakdownOn(page);
  for (const method of ['Card', 'PayPal'] as const) {
    await payWith(page, method);
    for (const label of [...labels, 'Captcha']) {
      expect.soft(await messageOf(page, label)).toBe(`${label.split(' /')[0]} is required`);
    }
    await expect.soft(field(page, 'Name')).toBeFocused();
    await expect.soft(field(page, 'Name')).toBeInViewport();
    expect.soft(await messageOf(page, 'Title')).toBe('');
    await expect.soft(page).toHaveTitle(/^Error: Conference Registration/);
    await expect.soft(page.getByText('8 fields need your attention.')).toBeVisible();
    await expect.soft(page.getByRole('img', { name: 'Error:' })).toHaveCount(8);
    if (method === 'Card') await expectNoFindings(page, 'empty fields');

    // Editing a field removes its message and no other.
    await fill(page, { Name: 'Ada', Country: 'Poland' });
    await expect.soft(page.getByText('Name is required')).toHaveCount(0);
    await expect.soft(page.getByText('Country is required')).toHaveCount(0);
    await expect.soft(page.getByText('Phone is required')).toHaveCount(1);
    await fill(page, { Name: '   ', Country: '' });
  }
  await fill(page, { Name: 'Ada', Phone: '1', Email: 'not an address' });
  await payWith(page, 'Card');
  await expect.soft(field(page, 'Email')).toBeFocused();
  expect.soft(await messageOf(page, 'Email')).not.toBe('');
  expect.soft(calls).toEqual([]);

  await fill(page, everyField);
  await expect.soft(page.getByText('Loading pricing')).toBeVisible();
  await expect.soft(breakdown).toHaveCount(0);
  await expectNoFindings(page, 'a price that is loading');
  loading.release();
  await expect.soft(breakdown).toContainText('420.00');
  await expect.soft(page).toHaveTitle(/^Error: /);
  await typeCaptcha(page);
  await expect.soft(page).toHaveTitle(/^Conference Registration/);
  await expectNoFindings(page, 'a price');

  const old = (await captchaCode(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(captchaCode(page)).not.toHaveText(old);
  await expect.soft(field(page, 'Captcha')).toBeFocused();
  await fill(page, { Captcha: old });
  await payWith(page, 'Card');
  expect.soft(await messageOf(page, 'Captcha')).toBe('Captcha is incorrect');
  await expect.soft(field(page, 'Captcha')).toBeFocused();
  await typeCaptcha(page);
  await expect.soft(page.getByText('Captcha is incorrect')).toHaveCount(0);

  replies[pricing] = { status: 500, json: {} };
  await fill(page, { 'Presentation type': 'poster' });
  await expect.soft(alertSaying(page, 'Failed to fetch pricing information')).toBeVisible();
  await expect.soft(breakdown).toHaveCount(0);
  await expect.soft(page.getByText('Loading pricing')).toHaveCount(0);
  await expectNoFindings(page, 'a price that cannot be fetched');
  const wait = 'Please wait for pricing information to load or check your selection.';
  for (const method of ['Card', 'PayPal'] as const) {
    await payWith(page, method);
    await expect.soft(alertSaying(page, wait)).toBeVisible();
  }
  replies[pricing] = { json: [] };
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('There is no price for this selection.')).toBeVisible();
  expect.soft(await focusedText(page)).toBe('There is no price for this selection.');
  const inWindow = await windowMessage(page, () => field(page, 'Name').press('Enter'));
  expect.soft(inWindow).toBe(wait);
  expect(calls.filter(({ line }) => !line.includes('get-pricing-config'))).toEqual([]);
});

test('the registration form shows each state of a payment, and axe finds nothing in any', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { replies, calls } = await openRegistration(page, {
    [register]: 'offline',
    [checkout]: 'offline',
  });
  const card = page.getByRole('button', { name: 'Pay with Card' });
  const busy = page.getByRole('button', { name: 'Processing...' });
  await fillEveryField(page);
  await expect(breakdownOn(page)).toBeVisible();

  await test.step('without a network', async () => {
    const message = 'Unable to process registration and payment: no connection to the server';
    await card.click();
    await expect.soft(alertSaying(page, message)).toBeVisible();
    await expect.soft(page.getByText('Nothing was charged')).toBeVisible();
    const inWindow = await windowMessage(page, () => field(page, 'Phone').press('Enter'));
    expect.soft(inWindow).toBe(message);
  });

  await test.step('a failed registration is stored and reported, and the payment continues', async () => {
    replies[register] = { status: 409, json: { message: 'Registered already' } };
    replies[checkout] = { json: {} };
    await page.evaluate(() => localStorage.removeItem('pendingRegistration'));
    calls.length = 0;
    await card.click();
    await expect.soft(alertSaying(page, 'No payment URL received')).toBeVisible();
    await expect.soft(alertSaying(page, 'Registered already')).toBeVisible();
    const both = [`POST ${register}`, `POST ${checkout}?pricingConfigId=speaker-2026`];
    expect.soft(calls.map(({ line }) => line)).toEqual(both);
    expect.soft(await stored(page, 'localStorage', 'pendingRegistration')).toEqual({
      ...personOnWire,
      registrationType: 'REGISTRATION_ONLY',
      presentationType: 'SPEAKER',
    });
    // The entries stay for the next attempt.
    await expect.soft(field(page, 'Name')).toHaveValue(person.Name);
  });

  const code = await captchaCode(page).textContent();
  await test.step('a registration that is being sent', async () => {
    const delayed = delayedReply({ json: { success: true } });
    replies[register] = delayed.reply;
    replies[checkout] = { status: 409, json: { message: 'Sold out' } };
    calls.length = 0;
    await card.dblclick();
    await expect.soft(busy).toBeDisabled();
    await expect.soft(page.getByRole('button', { name: 'Pay with PayPal' })).toBeDisabled();
    await expectNoFindings(page, 'a registration that is being sent');
    delayed.release();
  });

  await test.step('a recorded registration empties the form, though its checkout failed', async () => {
    await expect.soft(alertSaying(page, 'Sold out')).toBeVisible();
    await expect.soft(alertSaying(page, 'Payment Error:')).toHaveCount(1);
    await expect.soft(card).toBeEnabled();
    expect.soft(calls).toHaveLength(2);
    expect.soft(await stored(page, 'sessionStorage', 'stripeRedirect')).toBeNull();
    expect.soft(await stored(page, 'localStorage', 'pendingRegistration')).toBeNull();
    await expectNoFindings(page, 'a payment that failed');
    const all = [...labels, 'Title', 'Captcha'];
    await expectEmpty(page, all);
    await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
    await expect.soft(breakdownOn(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Bring back my entries' }).click();
    await expect.soft(field(page, 'Captcha')).toBeFocused();
    await expectEntries(page, everyField);
  });

  await test.step('an order that PayPal refuses', async () => {
    await typeCaptcha(page);
    await expect(breakdownOn(page)).toBeVisible();
    replies[paypal] = { json: { success: false, message: 'Closed' } };
    await payWith(page, 'PayPal');
    await expect.soft(alertSaying(page, 'PayPal payment failed: Closed')).toBeVisible();
    await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    await expect.soft(page.getByText('Your entries are back.')).toHaveCount(0);
    expect.soft(await stored(page, 'localStorage', 'paypalRegistration')).toBeNull();
  });

  await test.step('a visitor who has paid already is offered no entries, now and on another visit', async () => {
    const message = 'Ada Kowalska has a paid registration with this email address.';
    replies[checkout] = { status: 409, json: { code: 'paid-already', message } };
    await card.click();
    await expect.soft(alertSaying(page, message)).toBeVisible();
    await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    await expect.soft(page.getByRole('button', { name: 'Bring back my entries' })).toHaveCount(0);
    await openForm(page, '/conference-registration');
    await expect.soft(page.getByText('Your entries are back.')).toHaveCount(0);
    await expectEmpty(page, labels);
    await fillEveryField(page);
    await expect(breakdownOn(page)).toBeVisible();
  });

  await test.step('a registration on its way to PayPal', async () => {
    const delayed = delayedReply({
      json: { orderId: 'O1', approvalUrl: 'https://pay.example/pp' },
    });
    replies[paypal] = delayed.reply;
    // An answer without a page (204) keeps the browser on this page.
    await page.route('https://pay.example/**', (route) => route.fulfill({ status: 204 }));
    calls.length = 0;
    await page.getByRole('button', { name: 'Pay with PayPal' }).dblclick();
    await expect.soft(page.getByText('Creating PayPal payment...')).toBeVisible();
    await expect.soft(busy).toBeDisabled();
    await expect.soft(card).toBeDisabled();
    await expectNoFindings(page, 'a registration on its way to PayPal');
    delayed.release();
    await expect.soft(page.getByText('Redirecting to PayPal...')).toBeVisible();
    await expect.soft(busy).toBeDisabled();
    expect(callsTo(calls, `POST ${paypal}`)).toMatchObject([{ body: { amount: 420 } }]);
    expect(await stored(page, 'localStorage', 'paypalRegistration')).toEqual({
      ...personOnWire,
      presentationType: 'SPEAKER',
      orderId: 'O1',
      pricingConfigId: 'speaker-2026',
    });
  });
});

test('the button of the dialog "Registration Successful!" closes it and empties the form', async ({
  page,
}) => {
  await openRegistration(page);
  await fillEveryField(page);
  await openForm(page, '/conference-registration?registered');
  const dialog = page.getByRole('dialog', { name: 'Registration Successful!' });
  await expect(dialog).toBeVisible();
  await expectNoFindings(page);
  const code = await captchaCode(page).textContent();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expectEmpty(page, labels);
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
});

test('the form requests the price when both types are chosen and after each change, and ignores a late answer', async ({
  page,
}) => {
  const { processingFeePercent: _, ...price } = speakerPrice;
  const { replies, calls } = await openRegistration(page, {
    [pricing]: { json: [price, { ...price, id: 'second', totalPrice: 999 }] },
  });
  const breakdown = breakdownOn(page);
  const expectRequest = async (change: Record<string, string>, question: object | undefined) => {
    calls.length = 0;
    await fill(page, change);
    await expect.soft(breakdown).toHaveCount(question ? 1 : 0);
    const expected = question ? [{ line: `POST ${pricing}`, body: question }] : [];
    await expect.poll(() => calls, JSON.stringify(change)).toEqual(expected);
  };
  const alone = {
    registrationType: 'REGISTRATION_ONLY',
    presentationType: 'DELEGATE',
    numberOfNights: 1,
    numberOfGuests: 0,
  };
  await expectRequest({ 'Registration type': 'registrationOnly' }, undefined);
  await expectRequest({ 'Presentation type': 'abstract-submission' }, alone);
  // The page shows its own fee percentage if the server sends none, and the server's total of the first price.
  for (const amount of ['399.00', '5%', '19.95', '420.00']) {
    await expect.soft(breakdown).toContainText(amount);
  }
  await expect.soft(breakdown).not.toContainText('999.00');
  const stay = { ...alone, registrationType: 'REGISTRATION_AND_ACCOMMODATION' };
  await expectRequest({ 'Registration type': 'registrationAndAccommodation' }, stay);
  const upTo10 = Array.from({ length: 11 }, (_at, number) => String(number));
  await expect.soft(field(page, 'Guests').locator('option')).toHaveText(upTo10);
  await expect.soft(field(page, 'Nights').locator('option')).toHaveText(upTo10.slice(1));
  await expectEntries(page, { Guests: '0', Nights: '1', 'Extra nights': '0' });
  await expect.soft(field(page, 'Accompanying person')).not.toBeChecked();
  await expect.soft(field(page, 'Extra nights')).toHaveAttribute('type', 'number');
  const names = await page
    .locator('main form [name]')
    .evaluateAll((all) => all.map((element) => element.getAttribute('name')));
  expect
    .soft(names.slice(-7).join())
    .toBe('presentationType,guests,nights,accompanyingPerson,extraNights,captcha,reserved');
  await expectRequest({ Nights: '3' }, { ...stay, numberOfNights: 3 });
  // The days follow the chosen nights.
  const days = 'Thu May 28 to Sun May 31, 2026';
  await expect(field(page, 'Nights')).toHaveAccessibleDescription(new RegExp(days));
  await expect(field(page, 'Extra nights')).toHaveAccessibleDescription(new RegExp(days));
  await expectRequest({ Guests: '2' }, { ...stay, numberOfNights: 3, numberOfGuests: 2 });

  const late = delayedReply({ json: [{ ...price, totalPrice: 111 }] });
  replies[pricing] = late.reply;
  await fill(page, { 'Presentation type': 'poster' });
  await expect.soft(page.getByText('Loading pricing')).toBeVisible();
  const newer = delayedReply({ json: [{ ...price, totalPrice: 222 }] });
  replies[pricing] = newer.reply;
  await fill(page, { 'Presentation type': 'student' });
  late.release();
  await expect.soft(page.getByText('Loading pricing')).toBeVisible();
  newer.release();
  await expect.soft(breakdown).toContainText('222.00');
  await expect.soft(breakdown).not.toContainText('111.00');
  await fill(page, { 'Presentation type': '' });
  await expect.soft(breakdown).toHaveCount(0);
  await expect.soft(page.getByText('Loading pricing')).toHaveCount(0);
});

test('a price that was not fetched without a network is fetched once the browser is online', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const { replies } = await openRegistration(page, { [pricing]: 'offline' });
  await fill(page, everyField);
  const message = 'Error fetching pricing information: no connection to the server';
  await expect(alertSaying(page, message)).toBeVisible();
  await expect(page.getByText('Nothing was charged')).toBeVisible();
  replies[pricing] = { json: [speakerPrice] };
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(breakdownOn(page)).toContainText('420.00');
  await expect(page.getByText('Nothing was charged')).toHaveCount(0);
});

test('a hidden field that the browser fills in is emptied, and the next press pays @phone', async ({
  page,
}) => {
  const { replies, calls } = await openRegistration(page);
  await fillEveryField(page);
  await expect(breakdownOn(page)).toBeVisible();
  calls.length = 0;
  for (let press = 0; press < 2; press++) {
    await page.locator('[name="reserved"]').fill('https://mine.example');
    await payWith(page, 'Card');
    const note = page.getByRole('alert').filter({ hasText: 'It has been emptied; please press' });
    await expect(note).toBeInViewport();
    await expect(page.locator('[name="reserved"]')).toHaveValue('');
    expect(await focusedText(page)).toContain('It has been emptied');
  }
  await expectNoFindings(page, 'a hidden field that was filled in');
  expect(calls).toEqual([]);
  const delayed = delayedReply({ json: { success: true } });
  replies[register] = delayed.reply;
  await payWith(page, 'Card');
  // The pressed button is disabled and cannot keep the focus.
  await expect.poll(() => focusedText(page)).toBe('Sending your registration');
  delayed.release();
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(JSON.stringify(calls)).not.toContain('mine.example');
});

test('the captcha is masked until the visitor shows it, takes six characters, and is new on every page load', async ({
  page,
}) => {
  await openRegistration(page);
  const input = field(page, 'Captcha');
  await expect.soft(input).toHaveAttribute('type', 'password');
  await input.pressSequentially('abcdefgh');
  await expect.soft(input).toHaveValue('abcdef');
  await page.getByRole('button', { name: 'Show captcha' }).click();
  await expect.soft(input).toHaveAttribute('type', 'text');
  await expect.soft(input).toHaveValue('abcdef');
  await page.getByRole('button', { name: 'Hide captcha' }).click();
  await expect.soft(input).toHaveAttribute('type', 'password');

  const codes = [await captchaCode(page).textContent()];
  await page.getByRole('button', { name: 'Refresh captcha' }).click();
  await expect.soft(input).toHaveValue('');
  codes.push(await captchaCode(page).textContent());
  await page.reload();
  await expectCaptcha(page);
  codes.push(await captchaCode(page).textContent());
  expect(new Set(codes).size).toBe(3);
});

test('Alt+V and Ctrl+V paste the first six characters of the clipboard, and a pasted code is accepted', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRegistration(page);
  await fillEveryField(page);
  const input = field(page, 'Captcha');
  const code = (await captchaCode(page).textContent()) ?? '';
  for (const [keys, copied] of [
    ['Alt+V', 'Alt+V of more'],
    ['Control+V', 'Control+V'],
    ['Alt+V', `${code}, and more`],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await input.fill('xy');
    await input.press(keys);
    await expect.soft(input, keys).toHaveValue(copied.slice(0, 6));
  }
  await expect(breakdownOn(page)).toBeVisible();
  await payWith(page, 'Card');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
});

test('without permission to read the clipboard, Ctrl+V still pastes and Alt+V shows a hint', async ({
  page,
}) => {
  await openRegistration(page);
  await fill(page, { Name: 'Kowalska', Captcha: 'xy' });
  await field(page, 'Name').press('Control+A');
  await field(page, 'Name').press('Control+C');
  await field(page, 'Captcha').press('Alt+V');
  await expect(page.getByText('Press Ctrl+V to paste')).toBeVisible();
  await expect(field(page, 'Captcha')).toHaveValue('xy');
  await field(page, 'Captcha').press('Control+V');
  await expect(field(page, 'Captcha')).toHaveValue('Kowals');
});

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}

test('Undo brings back restored entries that the visitor has cleared', async ({ page }) => {
  await openRegistration(page);
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Start empty' }).click();
  await expect(field(page, 'Name')).toHaveValue('');
  await expect(page.getByText('The form is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field(page, 'Name')).toHaveValue(person.Name);
  await expect(page.getByText('The form is empty.')).toHaveCount(0);
});
