import { expect, test } from 'vitest';
import { isFound, searchFor } from '#contract/search.ts';
import { column } from '#server/reports/define-list.ts';
import { rowsLike } from './listings-store.ts';

test('people are searched by what is known of them, and not by the token of a link or a time', () => {
  const none = () => undefined;
  const columns = [
    column.text('name', 'Name', none),
    column.text('phone', 'Phone', none),
    column.text('receipt', 'Receipt link', none),
    column.time('paid', 'Paid at', none),
  ].map((each) => ({ ...each, filters: false, isShown: true, isNarrow: true }));
  const rowOf = rowsLike([], { heading: 'Participants', leadsTo: undefined, columns });
  const cells = [
    'Oona Järvi',
    '+358 9 12345',
    'https://a.example/receipt/4zzzq',
    '2026-03-01T10:00Z',
  ];
  const { text } = rowOf('key', cells);
  const found = ['jarvi', '0912345', 'zzz', 'receipt', '2026-03'].filter((typed) =>
    isFound(text, searchFor(typed)),
  );
  expect(found).toEqual(['jarvi', '0912345']);
});
