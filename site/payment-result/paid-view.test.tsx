import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import pages from 'content:pages';
import { ReceiptCard } from './paid-view.tsx';
import { introOf } from './payment-view.ts';

test.each([
  ['paid', {}, false, 'Your payment for'],
  ['paid before', { wasPaidBefore: true }, false, 'paid before'],
  ['lost at first', { saidFirst: 'Lost' }, false, 'Your payment has arrived'],
  ['free', {}, true, 'There is nothing to pay'],
  ['free, and lost at first', { saidFirst: 'Lost' }, true, 'There is nothing to pay'],
])('the text above the view of a place that is %s is right', (_, said, isFree, words) => {
  const receipt = { reference: 'PS26-7K3M-9QXW', paidBy: 'Card', isFree } as const;
  const { text } = introOf({ state: 'paid', receipt, ...said }, pages.paymentResult);
  expect(text).toContain(words);
});

test('the receipt shows the time that the server sent, and no time if the server sent none', () => {
  const receipt = { reference: 'PS26-7K3M-9QXW', paidBy: 'Card' } as const;
  const paidAt = '2026-05-29T08:00:01.000Z';
  const card = renderToStaticMarkup(<ReceiptCard receipt={{ ...receipt, paidAt }} />);
  expect(card).toContain('May 29, 2026 at 10:00 CEST');
  const without = renderToStaticMarkup(<ReceiptCard receipt={receipt} />);
  expect(without).toContain('PS26-7K3M-9QXW');
  expect(without).not.toContain('Paid on');
});
