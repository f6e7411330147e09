import { createHmac } from 'node:crypto';
import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { randomId } from '../random-id.ts';
import type { WebhookRequest } from '../webhooks.ts';
import type { EventRow, StripeAccount } from './stripe-account.ts';
import type { Shown } from './stripe-objects.ts';

export const API_VERSION = '2026-10-28.endive';

export function emit(account: StripeAccount, type: Stripe.Event['type'], object: object): void {
  const created = account.clock.seconds();
  account.announce({ id: randomId('evt_', 24), created, type, object, delivery: 'pending' });
}

function eventObject({ id, created, object, type }: EventRow) {
  const event = { id, object: 'event', created, livemode: false } satisfies Shown<Stripe.Event>;
  return { ...event, data: { object }, type };
}

/** A snapshot event contains its object as it was; a thin event only names it. */
export type EventStyle = 'snapshot' | 'thin';

const relatedObject = z.object({ id: z.string(), object: z.string() });

/** The path of an object in the API, by the kind that the object names. */
const PATHS: Record<string, string> = {
  charge: 'charges',
  'checkout.session': 'checkout/sessions',
  dispute: 'disputes',
  payment_intent: 'payment_intents',
  'radar.early_fraud_warning': 'radar/early_fraud_warnings',
  refund: 'refunds',
};

/** https://docs.stripe.com/event-destinations#thin-payload */
function thinEvent(event: EventRow) {
  const { id, object: type } = z.parse(relatedObject, event.object);
  return {
    id: event.id,
    object: 'v2.core.event',
    type: `v1.${event.type}`,
    created: new Date(event.created * 1000).toISOString(),
    livemode: false,
    related_object: { id, type, url: `/v1/${PATHS[type]}/${id}` },
  };
}

/** `at`: Unix seconds of the receiver's clock. */
export function signedEvent(
  event: EventRow,
  { url, secret, at, style }: { url: string; secret: string; at: number; style: EventStyle },
): WebhookRequest {
  const body = JSON.stringify(style === 'thin' ? thinEvent(event) : eventObject(event), null, 2);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return {
    url,
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': `t=${at},v1=${signature}`,
    },
  };
}
