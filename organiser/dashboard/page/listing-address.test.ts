import { expect, test } from 'vitest';
import { addressOf, viewIn } from './listing-address.ts';

test.each(['', 'q=lind&state=PAID', 'country=Poland&sort=-amount&columns=name%2Cemail'])(
  'the view of ?%s has this address',
  (address) => {
    expect(String(addressOf(viewIn(new URLSearchParams(address))))).toBe(address);
  },
);
