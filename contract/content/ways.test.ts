import { expect, test } from 'vitest';
import { currencyOf } from '../currency.ts';
import { formWays, leastBy, offeredWays, type Way } from './ways.ts';

const bankTransfer = {};

test.each<[Way[] | undefined, string, boolean, string, string]>([
  // Written, currency, has an account, on the forms, for an order.
  [undefined, 'EUR', false, 'card paypal', 'card paypal'],
  [undefined, 'EUR', true, 'card paypal', 'card paypal transfer'],
  [undefined, 'MAD', false, 'card', 'card'],
  [undefined, 'KWD', true, 'card', 'card transfer'],
  [['card'], 'EUR', true, 'card', 'card'],
  [['paypal'], 'EUR', false, 'paypal', 'paypal'],
  [['transfer'], 'EUR', true, 'transfer', 'transfer'],
  [['transfer'], 'MAD', true, 'transfer', 'transfer'],
  [['card', 'transfer'], 'EUR', true, 'card transfer', 'card transfer'],
  [['transfer', 'card'], 'JPY', true, 'transfer card', 'transfer card'],
  [['paypal', 'transfer'], 'EUR', true, 'paypal transfer', 'paypal transfer'],
  [['card', 'paypal'], 'EUR', true, 'card paypal', 'card paypal'],
  [['card', 'paypal', 'transfer'], 'CHF', true, 'card paypal transfer', 'card paypal transfer'],
  [['card', 'paypal', 'transfer'], 'ZAR', true, 'card transfer', 'card transfer'],
])('%j in %s, with an account: %s', (ways, code, hasAccount, onForms, forOrders) => {
  const conference = { ways, ...(hasAccount && { bankTransfer }) };
  const currency = currencyOf(code);
  expect(formWays(conference, currency).join(' ')).toBe(onForms);
  expect(offeredWays(conference, currency).join(' ')).toBe(forOrders);
});

test('only cards have a lowest amount', () => {
  expect(leastBy('card', currencyOf('EUR'))).toBe(50);
  expect(leastBy('card', currencyOf('KWD'))).toBe(10);
  expect(leastBy('transfer', currencyOf('EUR'))).toBe(1);
});
