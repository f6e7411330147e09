import { moneyText } from '../money.ts';
import { randomUpperCaseId } from '../random-id.ts';
import type { PayPalAccount } from './paypal-account.ts';
import { linkTo, paths } from './paypal-objects.ts';

const resources = {
  'CHECKOUT.ORDER.APPROVED': { resource_type: 'checkout-order', resource_version: '2.0' },
  'PAYMENT.CAPTURE.COMPLETED': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.PENDING': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.DENIED': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.REFUNDED': { resource_type: 'refund', resource_version: '2.0' },
  'PAYMENT.CAPTURE.REVERSED': { resource_type: 'refund', resource_version: '2.0' },
  'CUSTOMER.DISPUTE.CREATED': { resource_type: 'dispute' },
  'CUSTOMER.DISPUTE.RESOLVED': { resource_type: 'dispute' },
} as const;

/** Announces an event with the current state of its resource. */
export function emit(
  account: PayPalAccount,
  type: keyof typeof resources,
  summary: string,
  resource: object,
): void {
  const id = `WH-${randomUpperCaseId(17)}-${randomUpperCaseId(17)}`;
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: account.clock.now().toISOString(),
    ...resources[type],
    event_type: type,
    summary,
    resource,
    links: [linkTo(account, paths.event(id), 'self')],
  });
  account.announce({ id, body, delivery: 'pending' });
}

/** "€105.00 EUR", as in the summaries of events. */
export function moneyWords({ amount, currency }: { amount: number; currency: string }): string {
  return `${moneyText(amount, currency, 'paypal')} ${currency}`;
}
