import type { LedgerCharge } from '../ledger.ts';
import type { PayPalAccount } from './paypal-account.ts';

/** By custom_id; by order id where there is none. */
export function* paypalLedger(account: PayPalAccount): Iterable<[string, LedgerCharge]> {
  for (const { id, status, customId, order, amount, refunded, ...row } of account.captures.rows()) {
    if (status !== 'COMPLETED') continue;
    const currency = row.currency.toLowerCase();
    const { disputed } = row;
    yield [customId ?? order, { provider: 'paypal', id, amount, currency, refunded, disputed }];
  }
}
