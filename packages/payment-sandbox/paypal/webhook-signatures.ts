import { createHmac, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import type { WebhookRequest } from '../webhooks.ts';
import { type EventRow, type PayPalAccount, timeText } from './paypal-account.ts';
import { readParameters, text } from './paypal-parameters.ts';

const AUTH_ALGORITHM = 'SHA256withRSA';

/**
 * PayPal signs with a certificate, so its headers name one. The sandbox signs with a secret and verifies its webhooks
 * itself.
 */
export type Endpoint = { secret: string; certificateUrl: () => string; webhookId: string };

export function signedEvent(
  { body }: EventRow,
  endpoint: Endpoint,
  { url, at }: { url: string; at: number },
): WebhookRequest {
  const id = randomUUID();
  const time = timeText(at);
  return {
    url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'PayPal/AUHD-214.0-sandbox',
      'PAYPAL-TRANSMISSION-ID': id,
      'PAYPAL-TRANSMISSION-TIME': time,
      'PAYPAL-TRANSMISSION-SIG': signatureOf(endpoint, { id, time, body }),
      'PAYPAL-CERT-URL': endpoint.certificateUrl(),
      'PAYPAL-AUTH-ALGO': AUTH_ALGORITHM,
    },
  };
}

function signatureOf(
  { secret, webhookId }: Endpoint,
  { id, time, body }: { id: string; time: string; body: string },
): string {
  const signed = [id, time, webhookId, crc32(body)].join('|');
  // The signature is hexadecimal: PayPal's documentation lets a shop refuse a signature that begins with a sign.
  return createHmac('sha256', secret).update(signed).digest('hex');
}

const verifyParameters = z.strictObject({
  auth_algo: text(100),
  cert_url: text(500),
  transmission_id: text(50),
  transmission_sig: text(500),
  transmission_time: text(100),
  webhook_id: text(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

/** Only the event's own bytes verify: an event that the caller parsed and serialised again is another text. */
export function verifySignature(
  account: PayPalAccount,
  endpoint: Endpoint,
  { request }: Call,
  sent: unknown,
) {
  const asked = readParameters(verifyParameters, sent);
  const body = account.events.get(String(asked.webhook_event['id']))?.body;
  const isVerified =
    body !== undefined &&
    String(request.body).includes(body) &&
    asked.auth_algo === AUTH_ALGORITHM &&
    asked.cert_url === endpoint.certificateUrl() &&
    asked.webhook_id === endpoint.webhookId &&
    asked.transmission_sig ===
      signatureOf(endpoint, { id: asked.transmission_id, time: asked.transmission_time, body });
  return { status: 200, body: { verification_status: isVerified ? 'SUCCESS' : 'FAILURE' } };
}
