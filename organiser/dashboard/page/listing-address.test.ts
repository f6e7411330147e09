import { expect, test } from 'vitest';
import { addressOf, viewIn } from './listing-address.ts';

test.each(['', 'q=lind&state=PAID', 'country=Poland&sort=-amount&columns=name%2Cemail'])(
  '?%s is the address of its own view',
  (address) => {
    expect(String(addressOf(viewIn(new URLSearchParams(address))))).toBe(address);
  },
);
