import { Bookkeeping } from '#features/books/shape.ts';

/** Accounts for the journal, a different one for each rate of `withTaxes`. */
export const bookkeeping: Bookkeeping = Bookkeeping.parse({
  accounts: {
    stripe: 1361,
    paypal: 1362,
    bank: 1200,
    cash: 1000,
    cashDifferences: 4900,
    fees: 4970,
    unassigned: 1590,
    gifts: 8190,
    revenue: [
      { account: 8200 },
      { tax: 19, account: 8400, taxKey: '3' },
      { tax: 7, account: 8300 },
      { tax: 'exempt', account: 8100 },
    ],
  },
  costCentre: 'PS26',
  datev: { consultant: 1001, client: 42 },
});
