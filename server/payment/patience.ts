import { Refusal } from '#server/http/refusal.ts';
import { ProviderUnavailable } from './payment-provider.ts';
import type { Till } from './till.ts';

/**
 * Waits for work that asks a provider, as long as a visitor would: closing one checkout, looking and opening another can
 * take three times as long as one call. Work that is late goes on by itself; all of it can be repeated, so the next
 * click or the reconciler finds it where it has come to.
 */
export async function patiently<T>(
  till: Till,
  work: Promise<T>,
  patienceMs = till.patienceMs,
): Promise<T> {
  let isLate = false;
  work.catch((error: unknown) => {
    // Nobody waits for it any more. A refusal, or a provider that is away, is nothing new; a fault a person should know.
    if (!isLate || error instanceof ProviderUnavailable || error instanceof Refusal) return;
    till.alarm('a payment that took too long has failed', { why: String(error).slice(0, 200) });
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isLate = true;
    reject(new ProviderUnavailable('the provider took longer than a visitor waits'));
  }, patienceMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
