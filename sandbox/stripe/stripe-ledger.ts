import type { LedgerCharge } from '../ledger.ts';
import type { StripeAccount } from './stripe-account.ts';

/** By client_reference_id; by session id where there is none. */
export function* stripeLedger(account: StripeAccount): Iterable<[string, LedgerCharge]> {
  for (const charge of account.charges.rows()) {
    if (charge.status !== 'succeeded') continue;
    const { id, amount, currency, refunded, disputed } = charge;
    const reference = account.sessions.get(charge.session)?.clientReferenceId ?? charge.session;
    yield [reference, { provider: 'stripe', id, amount, currency, refunded, disputed }];
  }
}
