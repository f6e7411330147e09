import { expect, test } from './fixtures.ts';
import { alertSaying, captchaCode, entriesOf, field, fill, stored } from './form-page.ts';
import { callsTo, delayedReply } from './pretend-server.ts';
import {
  checkout,
  everyField,
  fillEveryField,
  openRegistration,
  payWith,
  paypal,
  personOnWire,
  register,
} from './registration-form.ts';

const stay = {
  Title: 'Prof',
  'Registration type': 'registrationAndAccommodation',
  'Presentation type': 'listener/delegate',
  Guests: '2',
  Nights: '3',
  'Accompanying person': true,
  'Extra nights': '4',
} as const;

test('a card payment registers, opens a checkout with the first price, and the browser leaves for it', async ({
  page,
  site,
}) => {
  const { calls } = await openRegistration(page);
  await fillEveryField(page);
  await fill(page, stay);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  calls.length = 0;
  await payWith(page, 'Card');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(page.url()).toBe('https://pay.example/card');

  expect(calls).toEqual([
    {
      line: `POST ${register}`,
      body: {
        ...personOnWire,
        registrationType: 'REGISTRATION_AND_ACCOMMODATION',
        presentationType: 'Listener',
      },
    },
    {
      line: `POST ${checkout}?pricingConfigId=speaker-2026`,
      body: {
        ...personOnWire,
        productName: expect.stringContaining('Listener'),
        description: expect.any(String),
        orderReference: expect.stringMatching(/^REG-\d{13}AdaKowalska$/),
        unitAmount: 420,
        quantity: 1,
        currency: 'eur',
        successUrl: `${site.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${site.origin}/payment-cancel`,
        pricingConfigId: 'speaker-2026',
        registrationType: 'REGISTRATION_AND_ACCOMMODATION',
        presentationType: 'LISTENER',
        accompanyingPerson: true,
        extraNights: 4,
        accommodationNights: 3,
        accommodationGuests: 2,
      },
    },
  ]);
  await page.goto('/payment-cancel');
  expect(await stored(page, 'sessionStorage', 'stripeRedirect')).toBe(true);
  expect(await stored(page, 'localStorage', 'pendingRegistration')).toBeNull();
});

test('a PayPal payment opens an order, stores the registration, and the browser leaves for the approval', async ({
  page,
  site,
}) => {
  const { calls } = await openRegistration(page);
  await fillEveryField(page);
  await fill(page, { 'Presentation type': 'abstract-submission' });
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'PayPal');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(page.url()).toBe('https://pay.example/pp');

  expect(callsTo(calls, 'POST').filter(({ line }) => !line.includes('get-pricing'))).toEqual([
    {
      line: `POST ${paypal}`,
      body: {
        customerEmail: personOnWire.email,
        customerName: personOnWire.name,
        phone: personOnWire.phone,
        country: personOnWire.country,
        instituteOrUniversity: personOnWire.instituteOrUniversity,
        amount: 420,
        currency: 'EUR',
        pricingConfigId: 'speaker-2026',
        successUrl: `${site.origin}/payment-success`,
        cancelUrl: `${site.origin}/register`,
      },
    },
  ]);
  await page.goto('/register');
  expect(await stored(page, 'localStorage', 'paypalRegistration')).toEqual({
    ...personOnWire,
    presentationType: 'Delegate',
    orderId: '5O190127TN364715T',
    pricingConfigId: 'speaker-2026',
  });
  expect(await stored(page, 'sessionStorage', 'stripeRedirect')).toBeNull();
});

test('the browser leaves for the PayPal sandbox where an order has no approval address', async ({
  page,
}) => {
  await openRegistration(page, { [paypal]: { json: { success: true, orderId: 'ORDER1' } } });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'PayPal');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
  expect(page.url()).toBe('https://www.sandbox.paypal.com/checkoutnow?token=ORDER1');
});

test('during a payment the buttons are disabled and the page shows the progress', async ({
  page,
}) => {
  const registering = delayedReply({ json: { success: true } });
  const ordering = delayedReply({
    json: { orderId: 'ORDER1', approvalUrl: 'https://pay.example/pp' },
  });
  const { calls } = await openRegistration(page, {
    [register]: registering.reply,
    [checkout]: { json: {} },
    [paypal]: ordering.reply,
  });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  const card = page.getByRole('button', { name: 'Pay with Card' });
  await card.dblclick();
  const busy = page.getByRole('button', { name: 'Processing...' });
  await expect.soft(busy).toBeDisabled();
  await expect.soft(page.getByRole('button', { name: 'Pay with PayPal' })).toBeDisabled();
  registering.release();
  await expect(card).toBeEnabled();
  expect.soft(callsTo(calls, `POST ${register}`)).toHaveLength(1);
  expect.soft(callsTo(calls, `POST ${checkout}`)).toHaveLength(1);

  // An answer without a page (204) keeps the browser on this page.
  await page.route('https://pay.example/**', (route) => route.fulfill({ status: 204 }));
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay with PayPal' }).dblclick();
  await expect.soft(page.getByText('Creating PayPal payment...')).toBeVisible();
  await expect.soft(busy).toBeDisabled();
  await expect.soft(card).toBeDisabled();
  ordering.release();
  await expect.soft(page.getByText('Redirecting to PayPal...')).toBeVisible();
  await expect.soft(busy).toBeDisabled();
  expect(callsTo(calls, `POST ${paypal}`)).toHaveLength(1);
});

test('after a successful registration the form has its defaults and a new captcha', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409/);
  await openRegistration(page, { [checkout]: { status: 409, json: { message: 'Sold out' } } });
  await fill(page, { ...everyField, ...stay });
  const code = await captchaCode(page).textContent();
  await fill(page, { Captcha: code ?? '' });
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(alertSaying(page, 'Sold out')).toBeVisible();

  const labels = ['Title', ...Object.keys(everyField), 'Captcha'];
  expect.soft(await entriesOf(page, labels)).toEqual(labels.map(() => ''));
  await expect.soft(captchaCode(page)).not.toHaveText(code ?? '');
  await expect.soft(page.getByRole('region', { name: 'Pricing breakdown' })).toHaveCount(0);
  await fill(page, { 'Registration type': 'registrationAndAccommodation' });
  expect.soft(await entriesOf(page, ['Guests', 'Nights', 'Extra nights'])).toEqual(['0', '1', '0']);
  await expect.soft(field(page, 'Accompanying person')).not.toBeChecked();
});
