import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PriceList } from './price-list.tsx';

test('a word that is wider than a column of a phone is broken, and no other word', () => {
  const long = 'Rechtsschutzversicherungsgesellschaftsmitarbeitern';
  const table = {
    caption: 'Prices',
    isByDate: false,
    columns: [{ name: 'Price', note: undefined }],
    rows: [
      { label: 'Student', note: 'Please send your student card.', amounts: ['€5.00'] },
      { label: long, amounts: ['€10.00'] },
      { label: 'Guest in your room, per night', amounts: ['€20.00'] },
    ],
  };
  const html = renderToStaticMarkup(<PriceList table={table} />);
  const broken = [...html.matchAll(/<th[^>]*wrap-anywhere[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(broken).toEqual([long]);
  expect(html).toContain('>Please send your student card.</span>');
});
