import Stripe from 'stripe';
import { stripeClient, type StripeClientSettings } from './stripe-client.ts';

/** The id of the account that a key belongs to; `trouble` where Stripe does not say, as to a restricted key. */
export async function askStripeAccount(
  settings: Omit<StripeClientSettings, 'retries'>,
): Promise<{ id: string } | { trouble: string }> {
  try {
    const { id } = await stripeClient({ ...settings, retries: 0 }).accounts.retrieveCurrent();
    return { id };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // Its message can hold a part of the key.
    return { trouble: [error.type, error.statusCode].filter(Boolean).join(' ') };
  }
}
