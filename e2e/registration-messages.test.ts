import { alertSaying, field, fill, stored, windowMessage } from './form-page.ts';
import { expect, test } from './fixtures.ts';
import { callsTo, type Reply } from './pretend-server.ts';
import {
  checkout,
  fillEveryField,
  openRegistration,
  payWith,
  person,
  paypal,
  personOnWire,
  pricing,
  register,
  speakerPrice,
} from './registration-form.ts';

// These tests make calls fail on purpose.
test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource/));

const noPricing = 'Failed to fetch pricing information';
const pricingFailures: [Reply, string][] = [
  [{ status: 422, json: { message: 'No such combination', error: 'x' } }, 'No such combination'],
  [{ status: 400, json: { error: 'Closed' } }, 'Closed'],
  [{ status: 500, json: {} }, noPricing],
  [{ status: 503, text: 'down' }, 'Pricing fetch failed: 503 Service Unavailable'],
  ['offline', 'Error fetching pricing information: Failed to fetch'],
];

test('the page shows why the price cannot be fetched, and blocks the payment', async ({ page }) => {
  const { replies, calls } = await openRegistration(page);
  await fillEveryField(page);
  const breakdown = page.getByRole('region', { name: 'Pricing breakdown' });
  await expect(breakdown).toBeVisible();

  const types = ['poster', 'student', 'exhibitor', 'listener/delegate', 'abstract-submission'];
  for (const [at, [reply, message]] of pricingFailures.entries()) {
    await test.step(message, async () => {
      replies[pricing] = reply;
      await fill(page, { 'Presentation type': types[at] });
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(breakdown).toHaveCount(0);
      await expect.soft(page.getByText('Loading pricing')).toHaveCount(0);
    });
  }

  const wait = 'Please wait for pricing information to load or check your selection.';
  for (const method of ['Card', 'PayPal'] as const) {
    await payWith(page, method);
    await expect.soft(alertSaying(page, wait)).toBeVisible();
  }
  replies[pricing] = { json: [] };
  await fill(page, { 'Presentation type': 'speaker' });
  await expect(page.getByText('Loading pricing')).toHaveCount(0);
  const inWindow = await windowMessage(page, () => field(page, 'Name').press('Enter'));
  expect.soft(inWindow).toBe(wait);
  expect(callsTo(calls, 'POST /api/payment')).toEqual([]);
  expect(callsTo(calls, `POST ${register}`)).toEqual([]);
});

const registrationFailures: [Reply, string][] = [
  [{ status: 409, json: { message: 'Registered already' } }, 'Registered already'],
  [{ status: 500, json: {} }, 'Registration failed'],
  [{ status: 502, text: 'down' }, 'Registration failed: 502 Bad Gateway'],
  [{ json: { success: false } }, 'Registration failed'],
  [{ json: { success: false, message: 'Closed' } }, 'Closed'],
];

test('a failed registration is stored and reported, and the payment continues', async ({
  page,
}) => {
  const { replies, calls } = await openRegistration(page, { [checkout]: { json: {} } });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();

  for (const [reply, message] of registrationFailures) {
    await test.step(message, async () => {
      await page.evaluate(() => localStorage.removeItem('pendingRegistration'));
      calls.length = 0;
      replies[register] = reply;
      await payWith(page, 'Card');
      await expect.soft(alertSaying(page, 'No payment URL received')).toBeVisible();
      await expect.soft(alertSaying(page, message)).toBeVisible();
      expect
        .soft(calls.map(({ line }) => line))
        .toEqual([`POST ${register}`, `POST ${checkout}?pricingConfigId=speaker-2026`]);
      expect.soft(await stored(page, 'localStorage', 'pendingRegistration')).toEqual({
        ...personOnWire,
        registrationType: 'REGISTRATION_ONLY',
        presentationType: 'SPEAKER',
      });
      // The entries stay for the next attempt.
      await expect.soft(field(page, 'Name')).toHaveValue(person.Name);
    });
  }
});

test('a registration whose call is cut off is stored too, and the payment continues', async ({
  page,
}) => {
  await openRegistration(page, { [register]: 'offline' });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(page.url()).toBe('https://pay.example/card');

  await page.goto('/payment-cancel');
  expect(await stored(page, 'localStorage', 'pendingRegistration')).toMatchObject(personOnWire);
  expect(await stored(page, 'sessionStorage', 'stripeRedirect')).toBe(true);
});

test('without a network the page reports that neither registration nor payment can be processed', async ({
  page,
}) => {
  await openRegistration(page, { [register]: 'offline', [checkout]: 'offline' });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  const message = 'Unable to process registration and payment: Failed to fetch';
  await payWith(page, 'Card');
  await expect.soft(alertSaying(page, message)).toBeVisible();

  const inWindow = await windowMessage(page, () => field(page, 'Phone').press('Enter'));
  expect.soft(inWindow).toBe(message);
  expect(await stored(page, 'localStorage', 'pendingRegistration')).toMatchObject(personOnWire);
});

const noSession = 'Failed to create payment session';
const checkoutFailures: [Reply, string][] = [
  [{ json: {} }, 'No payment URL received'],
  [{ status: 409, json: { message: 'Sold out' } }, 'Sold out'],
  [{ status: 400, json: { error: 'Too late' } }, 'Too late'],
  [{ status: 500, json: {} }, noSession],
  [{ status: 502, text: 'down' }, noSession],
  ['offline', noSession],
];

test('the box "Payment Error:" reports a failed checkout', async ({ page }) => {
  const { replies } = await openRegistration(page);
  for (const [reply, message] of checkoutFailures) {
    await test.step(message, async () => {
      replies[checkout] = reply;
      await fillEveryField(page);
      await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
      await payWith(page, 'Card');
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(alertSaying(page, 'Payment Error:')).toHaveCount(1);
      await expect.soft(page.getByRole('button', { name: 'Pay with Card' })).toBeEnabled();
      expect.soft(await stored(page, 'sessionStorage', 'stripeRedirect')).toBeNull();
    });
  }
});

test('a price without an id counts as not found, by card and by PayPal', async ({ page }) => {
  const { id: _, ...nameless } = speakerPrice;
  const { calls } = await openRegistration(page, { [pricing]: { json: [nameless] } });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect.soft(alertSaying(page, 'Payment Error:')).toBeVisible();
  await expect.soft(alertSaying(page, 'Pricing configuration not found')).toBeVisible();
  await payWith(page, 'PayPal');
  const message = 'PayPal payment failed: Selected pricing configuration not found';
  await expect.soft(alertSaying(page, message)).toBeVisible();
  expect(callsTo(calls, 'POST /api/payment')).toEqual([]);
});

const noOrder = 'PayPal payment failed: Failed to create PayPal order';
const paypalFailures: [Reply, string][] = [
  [
    { json: { success: true } },
    'PayPal payment failed: Invalid response from PayPal service - no orderId',
  ],
  [{ status: 409, json: { message: 'Sold out' } }, 'PayPal payment failed: Sold out'],
  [{ json: { success: false, message: 'Closed' } }, 'PayPal payment failed: Closed'],
  [{ json: { success: false } }, noOrder],
  [{ status: 500, json: {} }, noOrder],
  [{ status: 502, text: 'down' }, noOrder],
  ['offline', 'PayPal error: Failed to fetch'],
];

test('the page shows the reason when a PayPal order fails, and stores nothing', async ({
  page,
}) => {
  const { replies, calls } = await openRegistration(page);
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  for (const [reply, message] of paypalFailures) {
    await test.step(message, async () => {
      replies[paypal] = reply;
      await payWith(page, 'PayPal');
      await expect.soft(alertSaying(page, message)).toBeVisible();
      await expect.soft(page.getByRole('main').getByRole('alert')).toHaveCount(1);
    });
  }
  expect(await stored(page, 'localStorage', 'paypalRegistration')).toBeNull();

  replies[pricing] = { json: [{ ...speakerPrice, totalPrice: '420' }] };
  await fill(page, { 'Presentation type': 'poster' });
  calls.length = 0;
  await payWith(page, 'PayPal');
  const message = 'PayPal payment failed: Invalid price amount';
  await expect(alertSaying(page, message)).toBeVisible();
  expect(callsTo(calls, `POST ${paypal}`)).toEqual([]);
});
