import type { Page } from '@playwright/test';
import { fill, openForm, typeCaptcha } from './form-page.ts';
import {
  pretendCountryService,
  pretendProviders,
  pretendServer,
  type Replies,
} from './pretend-server.ts';

export const session = '/api/discounts/create-session';
export const order = '/api/discounts/paypal/create';

export const entries = {
  Title: 'Dr.',
  Name: ' Ada Kowalska ',
  Phone: '+48 22 555 0187',
  Email: 'ada.kowalska@lab.example',
  'Institute / University': 'Vistula Institute',
  Country: 'Poland',
  Description: 'Invited speaker',
  'Discount amount': '0.70',
};

/** Opens the discount page with a server that accepts everything, except for the given replies. */
export async function openDiscount(page: Page, given: Replies = {}) {
  const replies: Replies = {
    [session]: { json: { url: 'https://pay.example/card', sessionId: 'cs_test_1' } },
    [order]: { json: { success: true, orderId: 'ORDER1', approvalUrl: 'https://pay.example/pp' } },
    ...given,
  };
  await pretendCountryService(page, ['Poland', 'Åland Islands', 'Austria']);
  await pretendProviders(page);
  const calls = await pretendServer(page, replies);
  await openForm(page, '/discount-registration');
  return { replies, calls };
}

/** Fills in every field, including the captcha. */
export async function fillDiscount(page: Page): Promise<void> {
  await fill(page, entries);
  await typeCaptcha(page);
}

export function choose(page: Page, method: 'Card' | 'PayPal'): Promise<void> {
  return page.getByRole('radio', { name: method, exact: true }).check();
}

/** Presses the pay button, whatever its text. */
export function pay(page: Page): Promise<void> {
  return payButton(page).click();
}

export function payButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: /^(Pay €|Processing)/ });
}
