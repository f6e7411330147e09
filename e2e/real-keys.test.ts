import { expect, test } from './fixtures.ts';

test.use({
  settings: {
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    PUBLIC_BASE_URL: 'https://summit.example',
    // Nothing may reach the real Stripe from here.
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  },
});

test('with a real key there is no sandbox, no panel and no fake PayPal', async ({
  page,
  site,
  allowConsole,
}) => {
  // The 404 page logs unknown addresses.
  allowConsole(/404|Page not found: \/sandbox/);
  for (const path of [
    '/sandbox',
    '/sandbox/stripe/pay/cs_test_1',
    '/sandbox/paypal/checkoutnow?token=X',
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText(/Test mode|Fault panel/i)).toHaveCount(0);
  }
  expect(site.output()).not.toContain('pretend');
  expect(site.output()).toContain('TEST MODE');
  const paypal = await page.request.post('/api/webhooks/paypal', { data: {} });
  expect(paypal.status()).toBe(404);
});
