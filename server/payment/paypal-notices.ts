import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { type Notice, ProviderUnavailable } from './payment-provider.ts';

const Event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    id: z.optional(z.string()),
    links: z._default(z.array(z.object({ rel: z.string(), href: z.string() })), []),
    supplementary_data: z.optional(
      z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
    ),
    disputed_transactions: z.optional(
      z.array(z.object({ seller_transaction_id: z.optional(z.string()) })),
    ),
  }),
});

const HEADERS = [
  'auth-algo',
  'cert-url',
  'transmission-id',
  'transmission-sig',
  'transmission-time',
];

/** Reads PayPal's webhooks. Whether one is genuine is asked of PayPal itself, over the bytes that came. */
export function paypalNotices(
  settings: { webhookId: string; live: boolean; apiBase: string | undefined },
  accessToken: () => Promise<string>,
) {
  const base = settings.apiBase ?? `https://api-m.${settings.live ? '' : 'sandbox.'}paypal.com`;

  return async (body: Buffer, headers: IncomingHttpHeaders): Promise<Notice | undefined> => {
    const signature = HEADERS.map((name) => [name, headers[`paypal-${name}`]] as const);
    if (signature.some(([, value]) => typeof value !== 'string' || value.length > 1000)) {
      return undefined;
    }
    if (!isPaypalCertificate(String(headers['paypal-cert-url']), settings.apiBase))
      return undefined;
    const event = readEvent(body);
    if (!event) return undefined;

    const answer = await fetch(`${base}/v1/notifications/verify-webhook-signature`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        'content-type': 'application/json',
      },
      body: verification(Object.fromEntries(signature), settings.webhookId, body),
      redirect: 'error',
      signal: AbortSignal.timeout(4000),
    }).catch((cause: unknown) => {
      throw new ProviderUnavailable('PayPal could not be asked about a signature', { cause });
    });
    if (!answer.ok) throw new ProviderUnavailable(`PayPal did not check: ${answer.status}`);
    const verdict: unknown = await answer.json();
    const isGenuine =
      typeof verdict === 'object' &&
      verdict !== null &&
      Reflect.get(verdict, 'verification_status') === 'SUCCESS';
    return isGenuine ? noticeOf(event, settings.live) : undefined;
  };
}

/** The certificate's address is part of what a sender claims: anything but PayPal's own is refused unasked. */
function isPaypalCertificate(address: string, apiBase: string | undefined): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (apiBase !== undefined && url.origin === new URL(apiBase).origin) return true;
  return /^https:\/\/api(?:-m)?(?:\.sandbox)?\.paypal\.com$/.test(url.origin);
}

/** The event goes in as the bytes that came: written anew, PayPal would find another signature. */
function verification(
  signature: Record<string, unknown>,
  webhookId: string,
  event: Buffer,
): Uint8Array<ArrayBuffer> {
  const fields = Object.entries(signature).map(([name, value]) => [
    name.replaceAll('-', '_'),
    value,
  ]);
  const head = JSON.stringify({ ...Object.fromEntries(fields), webhook_id: webhookId });
  return Uint8Array.from(
    Buffer.concat([Buffer.from(`${head.slice(0, -1)},"webhook_event":`), event, Buffer.from('}')]),
  );
}

function noticeOf(event: z.output<typeof Event>, live: boolean): Notice {
  const { resource } = event;
  const isOrder = event.event_type.startsWith('CHECKOUT.ORDER.');
  const isCapture = event.event_type.startsWith('PAYMENT.CAPTURE.');
  const capture = resource.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  return {
    eventId: event.id,
    type: event.event_type,
    kind: event.event_type.startsWith('CUSTOMER.DISPUTE.') ? 'dispute' : 'payment',
    ref: isOrder ? resource.id : resource.supplementary_data?.related_ids?.order_id,
    paymentRef:
      resource.disputed_transactions?.[0]?.seller_transaction_id ??
      // A refund's resource is the refund, and its capture stands in the links.
      (isCapture
        ? /REFUNDED|REVERSED/.test(event.event_type)
          ? capture
          : resource.id
        : undefined),
    live,
  };
}

function readEvent(body: Buffer): z.output<typeof Event> | undefined {
  try {
    return Event.safeParse(JSON.parse(body.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
