import { expect, test } from 'vitest';
import { order, startTestShop } from '../tests/stripe-shop.ts';

const older = { apiVersion: '2024-06-20' };

test('another API version is refused, and the error says how to have it answered', async () => {
  const { stripe, origin } = await startTestShop();
  const refused = stripe.checkout.sessions.create(order(origin), older);
  await expect(refused).rejects.toThrow(/2024-06-20.*2026-10-28\.endive.*--any-stripe-version/);
});

test('a sandbox for any version answers older parameters in its own version', async () => {
  const { origin, sandbox } = await startTestShop({
    stripe: {
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      webhookUrl: () => undefined,
      anyVersion: true,
    },
  });
  const ask = (version: string) =>
    fetch(`${sandbox.stripeApiBase}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_1', 'Stripe-Version': version },
      body: new URLSearchParams({
        mode: 'payment',
        success_url: `${origin}/done`,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '500',
        'line_items[0][price_data][product_data][name]': 'Mug',
        'payment_method_types[0]': 'card',
        ui_mode: 'hosted',
      }),
    });
  const answer = await ask('2024-06-20');
  expect(answer.headers.get('stripe-version')).toBe('2026-10-28.endive');
  expect(await answer.json()).toMatchObject({ status: 'open', payment_method_types: ['card'] });
  expect((await ask('2026-10-28.endive')).status).toBe(400);
});
