import { setTimeout } from 'node:timers/promises';
import { ProviderUnavailable } from '#server/payments/provider.ts';

const WAITS_MS = [1000, 2000, 4000, 8000];

/** Repeats a call that only reads, if the provider answers that there were too many calls. */
export async function withPatience<T>(call: () => Promise<T>, waits = WAITS_MS): Promise<T> {
  for (const wait of waits) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderUnavailable && error.status === 429)) throw error;
      await setTimeout(wait);
    }
  }
  return call();
}
