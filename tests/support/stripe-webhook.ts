import { createHmac } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { TestServer } from './test-server.ts';

type Traits = {
  id?: string;
  type?: string;
  object: Record<string, unknown>;
  livemode?: boolean;
};
type Signature = {
  secret?: string;
  /** The time of the signature. */
  at?: Date;
  /** The body that arrives instead of the signed one. */
  arrives?: (body: string) => string;
};

/** Sends a webhook of Stripe, signed as Stripe signs: https://docs.stripe.com/webhooks#verify-manually. */
export function sendStripeWebhook(
  server: TestServer,
  { id = 'evt_1', type = 'checkout.session.completed', object, livemode = false }: Traits,
  { secret = server.webhookSecret, at = new Date(), arrives = (body) => body }: Signature = {},
): Promise<Answer> {
  const event = { id, object: 'event', type, livemode, data: { object } };
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${digest}` };
  return server.post('/api/webhooks/stripe', arrives(body), headers);
}
