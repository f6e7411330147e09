import { expect, test } from 'vitest';
import type { Way } from '#contract/content/ways.ts';
import { currencyOf } from '#contract/currency.ts';
import { fixtureContent } from '#tests/support/fixture-content.ts';
import { startTestSite } from '#tests/support/test-site.ts';
import {
  refuseCurrencyOfMethods,
  refuseCurrencyOfPaypal,
  refuseOtherCurrency,
} from './currency-conflicts.ts';
import { readEnv } from './env.ts';
import { refuseWithoutWays, waysWithoutKeys } from './usable-ways.ts';

const server = await startTestSite();

const ORIGIN = { PUBLIC_BASE_URL: 'https://conference.example' };
const PAYPAL = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

test('a start with keys of PayPal refuses a currency that PayPal does not take', () => {
  const env = readEnv({ ...ORIGIN, ...PAYPAL, ...STRIPE });
  expect(() => refuseCurrencyOfPaypal(env, currencyOf('ZAR'))).toThrow(
    'PayPal takes no payments in ZAR, the currency of prices.yaml: unset PAYPAL_CLIENT_ID to offer cards alone.',
  );
  refuseCurrencyOfPaypal(env, currencyOf('CHF'));
  refuseCurrencyOfPaypal(readEnv({ ...ORIGIN, ...STRIPE }), currencyOf('ZAR'));
});

test.each<[string, Way[] | undefined, string, Record<string, string>, string]>([
  ['EUR', undefined, 'without keys, as the sandbox pretends both', {}, ''],
  ['EUR', undefined, 'with both', { ...ORIGIN, ...STRIPE, ...PAYPAL }, ''],
  ['EUR', undefined, 'with a key of Stripe alone', { ...ORIGIN, ...STRIPE }, 'paypal'],
  ['EUR', undefined, 'with PayPal alone', { ...ORIGIN, ...PAYPAL }, 'card'],
  ['MAD', undefined, 'with a key of Stripe alone', { ...ORIGIN, ...STRIPE }, ''],
  ['EUR', ['transfer'], 'with transfers', { ...ORIGIN, TRANSFER_ENV: 'live' }, ''],
  ['EUR', ['card', 'transfer'], 'with transfers', { ...ORIGIN, TRANSFER_ENV: 'live' }, 'card'],
  ['EUR', ['transfer', 'paypal'], 'with Stripe alone', { ...ORIGIN, ...STRIPE }, 'paypal'],
  ['EUR', undefined, 'with transfers', { ...ORIGIN, TRANSFER_ENV: 'live' }, 'refused'],
  ['EUR', ['card'], 'with PayPal alone', { ...ORIGIN, ...PAYPAL }, 'refused'],
])('in %s, of the ways %j %s, these have no keys: %j', (code, ways, _, variables, expected) => {
  const { conference, prices } = fixtureContent;
  const content = {
    conference: { ...conference, ways },
    prices: { ...prices, currency: currencyOf(code) },
  };
  const env = readEnv(variables);
  if (expected === 'refused') {
    expect(() => refuseWithoutWays(env, content)).toThrow(/for which no keys are set.*ways/);
  } else {
    refuseWithoutWays(env, content);
    expect(waysWithoutKeys(env, content).join()).toBe(expected);
  }
});

test('a start refuses bank methods that do not take the currency of the prices', () => {
  const start = (methods: string, code: string) =>
    refuseCurrencyOfMethods(readEnv({ STRIPE_METHODS: methods }), currencyOf(code));
  expect(() => start('card,sepa_debit', 'CHF')).toThrow(
    'Stripe takes no payments in CHF, the currency of prices.yaml, by sepa_debit: remove it from STRIPE_METHODS.',
  );
  expect(() => start('customer_balance', 'CHF')).toThrow('by customer_balance');
  expect(() => start('card,ideal', 'CHF')).not.toThrow();
  expect(() => start('customer_balance', 'GBP')).not.toThrow();
  expect(() => start('card,sepa_debit,customer_balance', 'EUR')).not.toThrow();
});

test('a start refuses a new currency while orders in another one are paid or can be paid', async () => {
  await refuseOtherCurrency(server.db, currencyOf('JPY'));
  const { sessionId, url } = await server.openedCheckout();
  const refused = () =>
    expect(refuseOtherCurrency(server.db, currencyOf('JPY'))).rejects.toThrow(
      'prices.yaml says JPY, and this database has orders in EUR: put the currency back, or name another DATA_DIR or DATABASE_URL.',
    );
  await refused();
  await server.payAt(url);
  await server.post(`/api/payment/update?sessionId=${sessionId}`);
  await refused();
  await refuseOtherCurrency(server.db, currencyOf('EUR'));
  server.control.refund(sessionId);
  await server.control.settled();
  await refuseOtherCurrency(server.db, currencyOf('JPY'));
});

test('without keys, cards alone are offered in a currency that PayPal does not take', async () => {
  const prices = { ...fixtureContent.prices, currency: currencyOf('ZAR') };
  const other = await startTestSite({ content: { ...fixtureContent, prices } });
  const checkout = await other.aCheckout();
  const card = await other.post(checkout.path, { ...checkout.body, currency: 'zar' });
  expect(card.status).toBe(200);
  const request = { ...other.aPaypalRequest(await other.aCheckout()), currency: 'ZAR' };
  const paypal = await other.post('/api/payment/paypal/create', request);
  expect(paypal.json['message']).toBe('This way to pay is not offered at the moment.');
});
