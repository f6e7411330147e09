import { expect, test } from 'vitest';
import { supportMail } from './failed-view.tsx';
import { shortened } from './payment-return.ts';

test('the mail to support has the facts by which support finds the payment', () => {
  const mail = new URL(
    supportMail('office@conference.example', 'Payment', {
      message: 'Could not verify & so on?',
      advice: 'unclear',
      reference: 'cs_test_a1b2…h8i9j0',
      paidBy: 'Card',
      lastAnswer: 'The server answered 502 Bad Gateway',
      attempts: 10,
      at: '2026-05-29T08:00:01.000Z',
    }),
  );
  expect(mail.pathname).toBe('office@conference.example');
  expect(mail.searchParams.get('subject')).toBe('Payment: cs_test_a1b2…h8i9j0');
  expect(mail.searchParams.get('body')?.trim().split('\r\n')).toEqual([
    'Message: Could not verify & so on?',
    'Reference: cs_test_a1b2…h8i9j0',
    'Paid by: Card',
    'Time: 2026-05-29 08:00:01 UTC',
    'Attempts: 10',
    'Last answer: The server answered 502 Bad Gateway',
  ]);
});

test.each([
  ['5O190127TN364715T', '5O190127TN364715T'],
  ['cs_test_a1b2c3d4e5f6g7h8i9j0', 'cs_test_a1b2…h8i9j0'],
])('%s is shown as %s', (id, shown) => {
  expect(shortened(id)).toBe(shown);
});
