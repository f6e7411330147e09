import { moneyText } from '../money.ts';
import { randomUpperCaseId } from '../random-id.ts';
import type { PayPalAccount } from './paypal-account.ts';

const resourceTypes = {
  'CHECKOUT.ORDER.APPROVED': 'checkout-order',
  'PAYMENT.CAPTURE.COMPLETED': 'capture',
  'PAYMENT.CAPTURE.PENDING': 'capture',
  'PAYMENT.CAPTURE.DENIED': 'capture',
  'PAYMENT.CAPTURE.REFUNDED': 'refund',
  'PAYMENT.CAPTURE.REVERSED': 'refund',
  'CUSTOMER.DISPUTE.CREATED': 'dispute',
  'CUSTOMER.DISPUTE.RESOLVED': 'dispute',
} as const;

/** Announces an event with the current state of its resource. */
export function emit(
  account: PayPalAccount,
  type: keyof typeof resourceTypes,
  summary: string,
  resource: object,
): void {
  const id = `WH-${randomUpperCaseId(17)}-${randomUpperCaseId(17)}`;
  const body = JSON.stringify({
    id,
    resource_type: resourceTypes[type],
    event_type: type,
    summary,
    resource,
  });
  account.announce({ id, body, delivery: 'pending' });
}

/** "€105.00 EUR", as in the summaries of events. */
export function moneyWords({ amount, currency }: { amount: number; currency: string }): string {
  return `${moneyText(amount, currency, 'paypal')} ${currency}`;
}
