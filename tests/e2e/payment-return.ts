import { expect, type Locator, type Page } from '@playwright/test';
import { type Call, pretendServer, type Replies } from './pretend-server.ts';

export const session = 'cs_test_a1b2c3d4e5f6g7h8i9j0k1l2m3';
export const token = '5O190127TN364715T';
export const cardReturn = `/payment-success?session_id=${session}`;
export const paypalReturn = `/payment-success?token=${token}&PayerID=PAYER1`;

export const statusCall = '/api/payment/status/';
export const updateCall = '/api/payment/update';
export const captureCall = '/api/payment/paypal/capture/';

export type Kept = Partial<Record<'localStorage' | 'sessionStorage', Record<string, unknown>>>;

/** The forms store this in the browser until the PayPal order is captured. */
export const registration: Kept = {
  localStorage: {
    paypalRegistration: { name: 'Ada', presentationType: 'SPEAKER', orderId: token },
  },
};

/** Returns from a provider to this address, with this browser storage and these replies of the server. */
export async function comeBack(
  page: Page,
  address: string,
  { kept = {}, replies = {} }: { kept?: Kept; replies?: Replies } = {},
): Promise<Call[]> {
  const calls = await pretendServer(page, replies);
  // The storage belongs to the site's origin, and has to be filled before a page of the site runs.
  await page.route('/before', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/before');
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

export function step(page: Page, number: number): Locator {
  return page.getByText(`Step ${number} of 10`, { exact: true });
}

/** The mail to support that the link opens. */
export async function mailToSupport(page: Page) {
  const link = page.getByRole('link', { name: 'Contact Support' });
  const { protocol, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '');
  expect(protocol).toBe('mailto:');
  const lines = (searchParams.get('body') ?? '').trim().split('\r\n');
  return { to: pathname, subject: searchParams.get('subject') ?? '', lines };
}
