import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReceiptCard } from './receipt-card.tsx';

test('what had been paid before has no time of confirmation, since the browser knows only that of its check', () => {
  const receipt = {
    reference: 'PS26-7K3M-9QXW',
    paidBy: 'Card',
    checkedAt: '2026-05-29T08:00:01.000Z',
  } as const;
  expect(renderToStaticMarkup(<ReceiptCard receipt={receipt} />)).toContain('Confirmed');
  const before = renderToStaticMarkup(<ReceiptCard receipt={receipt} wasPaidBefore />);
  expect(before).toContain('PS26-7K3M-9QXW');
  expect(before).not.toContain('Confirmed');
});
