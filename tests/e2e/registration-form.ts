import { expect, type Page } from '@playwright/test';
import { fill, openForm, typeCaptcha } from './form-page.ts';
import { pretendProviders, pretendServer, type Replies } from './pretend-server.ts';

export const pricing = '/api/registration/get-pricing-config';
export const register = '/api/registration/register';
export const checkout = '/api/payment/create-checkout-session';
export const paypal = '/api/payment/paypal/create';

/** A price without a room. Its total is not the sum of its parts, because the page has to show the server's total. */
export const speakerPrice = {
  id: 'speaker-2026',
  totalPrice: 420,
  processingFeePercent: 5,
  presentationType: { type: 'SPEAKER', price: 399 },
};

export const person = {
  Name: 'Ada Kowalska',
  Phone: '+48 22 555 0187',
  Email: 'ada.kowalska@lab.example',
  'Institute / University': 'Vistula Institute',
  Country: 'Poland',
};

/** The person above in the fields of the calls. */
export const personOnWire = {
  name: 'Ada Kowalska',
  phone: '+48 22 555 0187',
  email: 'ada.kowalska@lab.example',
  instituteOrUniversity: 'Vistula Institute',
  country: 'Poland',
};

export const everyField = {
  ...person,
  'Registration type': 'registrationOnly',
  'Presentation type': 'speaker',
};

/** Opens the registration page with a server that accepts everything, except for the given replies. */
export async function openRegistration(page: Page, given: Replies = {}) {
  const replies: Replies = {
    [pricing]: { json: [speakerPrice] },
    [register]: { json: { success: true, message: 'Registered' } },
    [checkout]: { json: { url: 'https://pay.example/card', sessionId: 'cs_test_1' } },
    [paypal]: {
      json: { success: true, orderId: '5O190127TN364715T', approvalUrl: 'https://pay.example/pp' },
    },
    ...given,
  };
  await pretendProviders(page);
  const calls = await pretendServer(page, replies);
  await openForm(page, '/conference-registration');
  return { replies, calls };
}

/** Fills in every required field, including the captcha. */
export async function fillEveryField(page: Page): Promise<void> {
  await fill(page, everyField);
  await typeCaptcha(page);
}

export function payWith(page: Page, method: 'Card' | 'PayPal'): Promise<void> {
  return page.getByRole('button', { name: `Pay with ${method}` }).click();
}

/**
 * Pays by card without a network, then by PayPal up to its page. Then the browser stores everything that the form can
 * store.
 */
export async function tryBothMethods(page: Page): Promise<void> {
  await openRegistration(page, { [register]: 'offline', [checkout]: 'offline' });
  await fillEveryField(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toBeVisible();
  await payWith(page, 'Card');
  await expect(page.getByText(/^Unable to process registration/)).toBeVisible();
  await payWith(page, 'PayPal');
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible();
}

/** The storage keys that `tryBothMethods` leaves. */
export const storedNamesOfAttempt = [
  'draft:registration',
  'draft:registration',
  'paypalRegistration',
  'pendingRegistration',
]
  .flatMap((name) => [name, `${name}:since`])
  .toSorted();

/** Fills in the registration form with the real server, and waits for the price. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await openForm(page, '/conference-registration');
  await fill(page, {
    Title: 'Dr',
    ...person,
    Email: email,
    'Registration type': 'registrationAndAccommodation',
    'Presentation type': 'abstract-submission',
    Nights: '2',
    Guests: '1',
  });
  await typeCaptcha(page);
  await expect(page.getByRole('region', { name: 'Pricing breakdown' })).toContainText('815.85');
}
