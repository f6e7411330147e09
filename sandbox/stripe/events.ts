import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { randomId } from '../random-id.ts';
import type { WebhookRequest } from '../webhook-post.ts';
import { createdParameter, createdWithin, listObject, pageParameters } from './pagination.ts';
import { readParameters, text } from './parameters.ts';
import type { EventRow, StripeAccount } from './stripe-account.ts';
import { noSuch } from './stripe-error.ts';

export const API_VERSION = '2026-10-28.endive';

/** The API call that caused an event; both null when the payer or the clock did. */
export type Cause = EventRow['request'];

export const noCall: Cause = { id: null, idempotencyKey: null };

type EventType = Extract<
  Stripe.Event['type'],
  | `checkout.session.${string}`
  | `payment_intent.${string}`
  | `charge.${string}`
  | `refund.${string}`
>;

export function emit(account: StripeAccount, type: EventType, object: object, cause: Cause): void {
  const event: EventRow = {
    id: randomId('evt_', 24),
    created: account.clock.seconds(),
    type,
    object,
    request: cause,
    delivery: 'pending',
  };
  account.events.put(event.id, event);
  account.announce(event);
}

function eventObject(event: EventRow) {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.delivery === 'pending' ? 1 : 0,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  };
}

export function signedEvent(
  event: EventRow,
  { url, secret, at }: { url: string; secret: string; at: number },
): WebhookRequest {
  const body = JSON.stringify(eventObject(event), null, 2);
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

export function retrieveEvent(account: StripeAccount, id: string, sent: unknown) {
  readParameters(z.strictObject({}), sent);
  const event = account.events.get(id);
  if (!event) throw noSuch('event', id, 'id');
  return eventObject(event);
}

const listParameters = z.strictObject({
  ...pageParameters,
  created: createdParameter,
  type: z.optional(text()),
  types: z.optional(z.array(text())),
});

export function listEvents(account: StripeAccount, sent: unknown) {
  const asked = readParameters(listParameters, sent);
  const wanted = [...account.events.rows()].filter(
    (event) =>
      createdWithin(event.created, asked.created) &&
      (asked.type === undefined || matches(event.type, asked.type)) &&
      (asked.types === undefined || asked.types.includes(event.type)),
  );
  return listObject(wanted, asked, { url: '/v1/events', write: eventObject });
}

/** Stripe allows `*` as the end of a type: `charge.*`. */
function matches(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
