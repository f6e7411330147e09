import { randomUpperCaseId } from '../random-id.ts';
import type { PayPalAccount } from './paypal-account.ts';

type EventType =
  | 'CHECKOUT.ORDER.APPROVED'
  | `PAYMENT.CAPTURE.${'COMPLETED' | 'PENDING' | 'DENIED' | 'REFUNDED' | 'REVERSED'}`
  | `CUSTOMER.DISPUTE.${'CREATED' | 'RESOLVED'}`;

/** Announces an event with the current state of its resource. */
export function emit(account: PayPalAccount, type: EventType, resource: object): void {
  const id = `WH-${randomUpperCaseId(17)}-${randomUpperCaseId(17)}`;
  const body = JSON.stringify({ id, event_type: type, resource });
  account.announce({ id, body, delivery: 'pending' });
}
