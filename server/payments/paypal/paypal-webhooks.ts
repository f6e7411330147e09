import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { circuitBreaker } from '#server/payments/circuit-breaker.ts';
import {
  type WebhookEvent,
  ProviderRefused,
  ProviderUnavailable,
} from '#server/payments/provider.ts';
import { readPaypalJson } from './paypal-responses.ts';

/**
 * The server searches its tables for the ids of an event before PayPal confirms the event, and PostgreSQL refuses some
 * characters.
 */
const printable = z.string().check(z.regex(/^[\x20-\x7e]{1,500}$/));

const Event = z.object({
  id: printable,
  event_type: printable,
  resource: z.object({
    id: z.optional(printable),
    dispute_id: z.optional(printable),
    order_id: z.optional(printable),
    links: z._default(z.array(z.object({ rel: z.string(), href: printable })), []),
    supplementary_data: z.optional(
      z.object({ related_ids: z.optional(z.object({ order_id: z.optional(printable) })) }),
    ),
    disputed_transactions: z.optional(
      z.array(z.object({ seller_transaction_id: z.optional(printable) })),
    ),
  }),
});

/**
 * The headers of a signature in the form that PayPal's verification call accepts. The server does not send headers that
 * PayPal would refuse.
 */
const Signature = z.object({
  auth_algo: z.string().check(z.regex(/^[a-zA-Z0-9]{1,100}$/)),
  cert_url: z.string().check(z.maxLength(500)),
  transmission_id: z.string().check(z.maxLength(50), z.regex(/^\w\S+$/)),
  transmission_sig: z.string().check(z.maxLength(500), z.regex(/^\w\S+$/)),
  transmission_time: z.iso.datetime({ offset: true }),
});

const Verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/**
 * Anybody can send something that looks like a webhook and so make the server ask PayPal. The server asks about at most
 * this many at once.
 */
const MOST_AT_ONCE = 30;

/**
 * Parses PayPal's webhooks. The server asks PayPal whether a webhook is genuine, and sends the bytes that it received.
 * `verify` sends this question and throws the errors of provider.ts. The question has a circuit breaker of its own, so
 * that forged webhooks do not stop payments.
 */
export function paypalWebhooks(
  settings: { webhookId: string; live: boolean; apiBase: string | undefined },
  verify: (question: string) => Promise<string>,
) {
  const guarded = circuitBreaker('PayPal’s check of signatures');
  let underWay = 0;

  async function isGenuine(question: string): Promise<boolean> {
    if (underWay >= MOST_AT_ONCE) {
      throw new ProviderUnavailable('PayPal is being asked about too many signatures already');
    }
    underWay += 1;
    try {
      return await guarded(async () => isSuccess(await verify(question)));
    } catch (error) {
      if (error instanceof ProviderRefused) return false;
      throw error;
    } finally {
      underWay -= 1;
    }
  }

  return async (
    body: Buffer,
    headers: IncomingHttpHeaders,
    beforeAsking: (claimed: WebhookEvent) => Promise<void>,
  ): Promise<WebhookEvent | undefined> => {
    const signature = signatureIn(headers);
    if (!signature || !isPaypalCertificate(signature.cert_url, settings.apiBase)) return undefined;
    const event = isUtf8(body) ? readEvent(body) : undefined;
    if (!event) return undefined;
    const claimed = webhookEventOf(event, settings.live);
    await beforeAsking(claimed);
    const question = questionOf({ ...signature, webhook_id: settings.webhookId }, body);
    return (await isGenuine(question)) ? claimed : undefined;
  };
}

function signatureIn(headers: IncomingHttpHeaders): z.output<typeof Signature> | undefined {
  const named = Object.keys(Signature.shape).map((name) => [
    name,
    headers[`paypal-${name.replaceAll('_', '-')}`],
  ]);
  return Signature.safeParse(Object.fromEntries(named)).data;
}

/** The sender claims the certificate's address, so an address that is not PayPal's is refused without a question. */
function isPaypalCertificate(address: string, apiBase: string | undefined): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  if (apiBase !== undefined && url.origin === new URL(apiBase).origin) return true;
  return /^https:\/\/api(?:-m)?(?:\.sandbox)?\.paypal\.com$/.test(url.origin);
}

/**
 * The question contains the text of the event as it came: if we serialised the event again, PayPal would compute
 * another signature.
 */
function questionOf(fields: Record<string, string>, event: Buffer): string {
  return `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${event.toString('utf8')}}`;
}

function isSuccess(answer: string): boolean {
  const answered = Verification.safeParse(readPaypalJson(answer)).data;
  if (!answered)
    throw new ProviderUnavailable(
      'PayPal gave an answer that does not say whether the signature is right',
    );
  return answered.verification_status === 'SUCCESS';
}

function webhookEventOf(event: z.output<typeof Event>, live: boolean): WebhookEvent {
  const { resource } = event;
  const isOrder = event.event_type.startsWith('CHECKOUT.ORDER.');
  const isApproval = event.event_type.startsWith('CHECKOUT.PAYMENT-APPROVAL.');
  const isCapture = event.event_type.startsWith('PAYMENT.CAPTURE.');
  const capture = resource.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  return {
    eventId: event.id,
    type: event.event_type,
    ref: isOrder
      ? resource.id
      : // The resource of a withdrawn approval names its order.
        isApproval
        ? resource.order_id
        : resource.supplementary_data?.related_ids?.order_id,
    paymentRef:
      resource.disputed_transactions?.[0]?.seller_transaction_id ??
      // The resource of an event about a refund is the refund, and its links name the capture.
      (isCapture
        ? /REFUNDED|REVERSED/.test(event.event_type)
          ? capture
          : resource.id
        : undefined),
    disputeRef: event.event_type.startsWith('CUSTOMER.DISPUTE.') ? resource.dispute_id : undefined,
    fraudWarningRef: undefined,
    live,
  };
}

function readEvent(body: Buffer): z.output<typeof Event> | undefined {
  return Event.safeParse(readPaypalJson(body.toString('utf8'))).data;
}
