import { AppError } from '#server/errors.ts';
import type { PaymentContext } from './payment-context.ts';
import { ProviderUnavailable } from './provider.ts';

/**
 * Waits for work that asks a provider, but no longer than a visitor would: to close one checkout, ask for its status
 * and open another can take three times as long as one call. Late work continues in the background. Every step can be
 * repeated, so the next click or the poller continues from there.
 */
export async function withTimeout<T>(
  context: PaymentContext,
  work: Promise<T>,
  timeoutMs = context.visitorTimeoutMs,
): Promise<T> {
  let isLate = false;
  work.catch((error: unknown) => {
    // Nobody waits for this error any more. A refusal or an absent provider is usual; the operator has to know of any
    // other fault.
    if (!isLate || error instanceof ProviderUnavailable || error instanceof AppError) return;
    context.alarm('a payment that took too long has failed', { why: String(error).slice(0, 200) });
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isLate = true;
    reject(new ProviderUnavailable('the provider took longer than a visitor waits'));
  }, timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
