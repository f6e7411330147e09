import { expect, test } from 'vitest';
import { redirectTarget } from './checkout.ts';

const here = 'https://conference.example/conference-registration';

test.each([
  ['https://checkout.stripe.com/c/pay/cs_test_1', 'https://checkout.stripe.com/c/pay/cs_test_1'],
  ['https://www.paypal.com/checkoutnow?token=1', 'https://www.paypal.com/checkoutnow?token=1'],
  ['https://conference.example/pay', 'https://conference.example/pay'],
  ['/payment-success?session_id=1', 'https://conference.example/payment-success?session_id=1'],
])('the browser may leave for %s', (address, target) => {
  expect(redirectTarget(address, here)).toBe(target);
});

test.each([
  undefined,
  '',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'blob:https://conference.example/1',
  'file:///etc/passwd',
  'http://checkout.stripe.com/',
  'https://',
])('the browser never leaves for %j', (address) => {
  expect(redirectTarget(address, here)).toBeUndefined();
});

test('a page without encryption may redirect to another page without encryption', () => {
  const local = 'http://localhost:3000/conference-registration';
  expect(redirectTarget('http://127.0.0.1:3000/sandbox', local)).toBe(
    'http://127.0.0.1:3000/sandbox',
  );
  expect(redirectTarget('javascript:alert(1)', local)).toBeUndefined();
});
