import { expect, test } from 'vitest';
import { readEnv } from './config/env.ts';
import { mailLayoutOf } from './container.ts';
import { paymentMode } from './config/payment-mode.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';

const PUBLIC_BASE_URL = 'https://summit.example';
const stripe = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_a' });
const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w' };

test.each([
  [true, stripe('sk_test_abc')],
  [true, paypal],
  [true, { ...stripe('rk_test_abc'), ...paypal }],
  [false, stripe('sk_live_abc')],
  [false, { ...paypal, PAYPAL_ENV: 'live' }],
])('mails and receipts are marked as a test if no money is real: %s by %j', (isTest, keys) => {
  const mode = paymentMode(readEnv({ ...keys, PUBLIC_BASE_URL }));
  expect(mailLayoutOf(fixtureContent, mode).isTest).toBe(isTest);
});
