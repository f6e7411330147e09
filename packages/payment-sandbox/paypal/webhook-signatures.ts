import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Call } from '../api-calls.ts';
import type { WebhookRequest } from '../webhooks.ts';
import { type EventRow, timeText } from './paypal-account.ts';
import { readParameters, text } from './paypal-parameters.ts';
import { rawMember } from './raw-member.ts';
import { AUTH_ALGORITHM, type Signer } from './signer.ts';

export type Endpoint = {
  signer: Signer;
  certificateUrl: () => string;
  webhookId: string;
};

export function signedEvent(
  { body }: EventRow,
  { signer, certificateUrl, webhookId }: Endpoint,
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
      'PAYPAL-TRANSMISSION-SIG': signer.sign({ id, time, webhookId, body }),
      'PAYPAL-CERT-URL': certificateUrl(),
      'PAYPAL-AUTH-ALGO': AUTH_ALGORITHM,
    },
  };
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
export function verifySignature(endpoint: Endpoint, { request }: Call, sent: unknown) {
  const asked = readParameters(verifyParameters, sent);
  const isOurs =
    asked.auth_algo === AUTH_ALGORITHM &&
    asked.cert_url === endpoint.certificateUrl() &&
    asked.webhook_id === endpoint.webhookId;
  const transmission = {
    id: asked.transmission_id,
    time: asked.transmission_time,
    webhookId: asked.webhook_id,
    body: rawMember(String(request.body), 'webhook_event') ?? '',
  };
  const isVerified = isOurs && endpoint.signer.isSigned(transmission, asked.transmission_sig);
  return { status: 200, body: { verification_status: isVerified ? 'SUCCESS' : 'FAILURE' } };
}
