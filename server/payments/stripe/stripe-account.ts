import Stripe from 'stripe';
import { stripeClient, type StripeClientSettings } from './stripe-client.ts';

type Key = Omit<StripeClientSettings, 'retries'>;

/** Asks for the id of a key's account; `trouble` if Stripe does not tell it, which is usual for restricted keys. */
export async function askStripeAccount(key: Key): Promise<{ id: string } | { trouble: string }> {
  return answerOf(async () => {
    const { id } = await stripeClient({ ...key, retries: 0 }).accounts.retrieveCurrent();
    return { id };
  });
}

/** Whether a checkout belongs to a key's account; false also if Stripe gives no answer. */
export async function knowsCheckout(key: Key, ref: string): Promise<boolean> {
  const answer = await answerOf(async () => {
    const { id } = await stripeClient({ ...key, retries: 0 }).checkout.sessions.retrieve(ref);
    return { id };
  });
  return 'id' in answer;
}

async function answerOf<T>(request: () => Promise<T>): Promise<T | { trouble: string }> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // The error's message can contain a part of the key.
    return { trouble: [error.type, error.statusCode].filter(Boolean).join(' ') };
  }
}
