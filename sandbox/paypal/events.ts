import { randomUpperCaseId } from '../random-id.ts';
import { paths } from './links.ts';
import type { EventRow, PayPalAccount } from './paypal-account.ts';

const resources = {
  'CHECKOUT.ORDER.APPROVED': { resource_type: 'checkout-order', resource_version: '2.0' },
  'PAYMENT.CAPTURE.COMPLETED': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.PENDING': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.DENIED': { resource_type: 'capture', resource_version: '2.0' },
  'PAYMENT.CAPTURE.REFUNDED': { resource_type: 'refund', resource_version: '2.0' },
  'PAYMENT.CAPTURE.REVERSED': { resource_type: 'refund', resource_version: '2.0' },
  'CUSTOMER.DISPUTE.CREATED': { resource_type: 'dispute' },
} as const;

export type EventType = keyof typeof resources;

/** Announces what happened to a resource, as the resource is now. */
export function emit(
  account: PayPalAccount,
  type: EventType,
  { resource, summary }: { resource: object; summary: string },
): void {
  const id = `WH-${randomUpperCaseId(17)}-${randomUpperCaseId(17)}`;
  const self = `${account.apiBase()}${paths.event(id)}`;
  const body = JSON.stringify({
    id,
    event_version: '1.0',
    create_time: account.clock.now().toISOString(),
    ...resources[type],
    event_type: type,
    summary,
    resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  });
  const event: EventRow = { id, body, delivery: 'pending' };
  account.events.put(id, event);
  account.announce(event);
}
