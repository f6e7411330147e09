import Stripe from 'stripe';
import type * as z from 'zod/mini';
import { ProviderRefused, ProviderUnavailable } from '#server/payments/provider.ts';

/** Checks the shape of an answer, because the package does not; another shape counts as no answer. */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): z.output<Schema> {
  const { data } = schema.safeParse(answer);
  if (data === undefined)
    throw new ProviderUnavailable('Stripe gave an answer that we cannot read');
  return data;
}

/** Turns Stripe's errors into the errors of provider.ts. */
export async function askStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw problemOf(error);
  }
}

/** Turns the package's errors into a definite refusal or an unclear answer; other errors stay as they are. */
export function problemOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const status = error.statusCode ?? 0;
  const code = error.code ?? error.type;
  // 401, 403, 409 and 429 are about our key or our rate of calls, not about this payment.
  const isDefinite = status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status);
  // The package's messages can contain parts of the key and of the request, so only type and code are used.
  return isDefinite
    ? new ProviderRefused(code, `Stripe refused: ${error.type} ${code}`, { status })
    : new ProviderUnavailable(`Stripe gave no clear answer: ${error.type} ${status}`, status);
}
