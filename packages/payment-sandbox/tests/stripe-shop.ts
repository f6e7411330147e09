import Stripe from 'stripe';
import type { SandboxOptions } from '../sandbox.ts';
import { startTestHost, submit, type TestHost } from './test-host.ts';
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.ts';

const SECRET_KEY = 'sk_test_sandbox';
const WEBHOOK_SECRET = 'whsec_sandbox';

type TestShop = TestHost & {
  stripe: Stripe;
  webhooks: WebhookReceiver<Stripe.Event> & { types(): string[] };
  create(
    changes?: Stripe.Checkout.SessionCreateParams,
  ): Promise<Stripe.Response<Stripe.Checkout.Session>>;
};

/** A shop on the sandbox: the real SDK, a host for the pages and a server that receives webhooks. */
export async function startTestShop(options: Partial<SandboxOptions> = {}): Promise<TestShop> {
  const { webhooks: verifier } = new Stripe(SECRET_KEY);
  const webhooks = await receiveWebhooks('/api/webhooks/stripe', (body, headers) =>
    verifier.constructEvent(body, headers['stripe-signature'] ?? '', WEBHOOK_SECRET),
  );
  const host = await startTestHost(
    {
      stripe: {
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        webhookUrl: () => webhooks.url,
      },
      ...options,
    },
    () => webhooks.close(),
  );
  const stripe = stripeClient(host.sandbox.stripeApiBase, SECRET_KEY);
  return {
    ...host,
    stripe,
    webhooks: { ...webhooks, types: () => webhooks.verified.map(({ event }) => event.type) },
    create: (changes) => stripe.checkout.sessions.create({ ...order(host.origin), ...changes }),
  };
}

export function stripeClient(apiBase: string, key: string): Stripe {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(key, {
    apiVersion: '2026-10-28.endive',
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export function order(origin: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [lineItem(42_000)],
    client_reference_id: 'order-1',
    customer_email: 'ada@example.org',
    metadata: { where: 'session' },
    payment_intent_data: { metadata: { order_id: 'order-1' } },
    adaptive_pricing: { enabled: false },
    success_url: `${origin}/done?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/cancelled?type=card`,
  };
}

export function lineItem(unitAmount: number, name = 'Registration') {
  return {
    quantity: 1,
    price_data: { currency: 'eur', unit_amount: unitAmount, product_data: { name } },
  };
}

type Card = { card_number?: string; expiry?: string; cvc?: string };

/** Sends the card form as the payer does, and does not follow the redirect. */
export async function payWith(
  session: Pick<Stripe.Checkout.Session, 'url'>,
  number: string,
  { expiry = '12 / 34', cvc = '123' }: Card = {},
): Promise<{ status: number; location: string; text: string }> {
  return submit(session.url ?? '', { card_number: number, expiry, cvc });
}
