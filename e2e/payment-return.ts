import { expect, type Locator, type Page } from '@playwright/test';
import { type Call, pretendServer, type Replies } from './pretend-server.ts';

export const session = 'cs_test_a1b2c3d4e5f6g7h8i9j0k1l2m3';
export const token = '5O190127TN364715T';
export const cardReturn = `/payment-success?session_id=${session}`;
export const paypalReturn = `/payment-success?token=${token}&PayerID=PAYER1`;

export const statusCall = '/api/payment/status/';
export const updateCall = '/api/payment/update';
export const captureCall = '/api/payment/paypal/capture/';
export const discountStatusCall = '/api/discounts/status/';
export const discountUpdateCall = '/api/discounts/update';
export const discountCaptureCall = '/api/discounts/paypal/capture/';

/** What the forms leave in the browser for the way back from PayPal. */
export const registration = {
  localStorage: {
    paypalRegistration: { name: 'Ada', presentationType: 'SPEAKER', orderId: token },
  },
};
export const discount = {
  sessionStorage: { paypalDiscountRegistration: { name: 'Ada', orderId: token } },
};

type Kept = Partial<Record<'localStorage' | 'sessionStorage', Record<string, unknown>>>;

/** Comes back from a provider to this address, with this in the browser and such a server. */
export async function comeBack(
  page: Page,
  address: string,
  { kept = {}, replies = {} }: { kept?: Kept; replies?: Replies } = {},
): Promise<Call[]> {
  const calls = await pretendServer(page, replies);
  // An address of the same site without a script.
  await page.goto('/favicon.svg');
  await page.evaluate((stores) => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      window[name].clear();
      for (const [key, value] of Object.entries(stores[name] ?? {})) {
        window[name].setItem(key, JSON.stringify(value));
      }
    }
  }, kept);
  await page.goto(address);
  return calls;
}

export function heading(page: Page, name: RegExp): Locator {
  return page.getByRole('main').getByRole('heading', { level: 1, name });
}

/** Lets the page's clock run until the text is there, a second at a time: no step of three can be missed. */
export async function runUntil(page: Page, sought: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(sought).toBeVisible({ timeout: 150 });
  }).toPass({ intervals: [0] });
}
