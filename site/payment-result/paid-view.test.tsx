import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReceiptCard } from './paid-view.tsx';

test('the receipt shows the time that the server sent, and no time if the server sent none', () => {
  const receipt = { reference: 'PS26-7K3M-9QXW', paidBy: 'Card' } as const;
  const paidAt = '2026-05-29T08:00:01.000Z';
  const card = renderToStaticMarkup(<ReceiptCard receipt={{ ...receipt, paidAt }} />);
  expect(card).toContain('May 29, 2026 at 10:00 CEST');
  const without = renderToStaticMarkup(<ReceiptCard receipt={receipt} />);
  expect(without).toContain('PS26-7K3M-9QXW');
  expect(without).not.toContain('Paid on');
});
