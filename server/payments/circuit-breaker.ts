import { type PaymentProvider, ProviderUnavailable } from './provider.ts';

const MOST_FAILURES = 5;
const OPEN_MS = 30_000;

/**
 * Wraps the provider's calls in a circuit breaker, except `parseWebhook`, which strangers can cause, and the lists,
 * which only the reconciliation reads.
 */
export function withCircuitBreaker(
  provider: PaymentProvider,
  now = () => performance.now(),
): PaymentProvider {
  const guarded = circuitBreaker(provider.name, now);
  const { capture } = provider;
  return {
    ...provider,
    open: (...request) => guarded(() => provider.open(...request)),
    close: (...request) => guarded(() => provider.close(...request)),
    getStatus: (...request) => guarded(() => provider.getStatus(...request)),
    refund: (...request) => guarded(() => provider.refund(...request)),
    listRefunds: (...request) => guarded(() => provider.listRefunds(...request)),
    getDispute: (...request) => guarded(() => provider.getDispute(...request)),
    ...(capture && { capture: (...request) => guarded(() => capture(...request)) }),
  };
}

/**
 * After five calls in a row without an answer the next calls fail at once, so that nobody waits for a provider that is
 * down. Half a minute later one call tries again: an answer closes the circuit, a failure opens it for another half
 * minute. A definite refusal is an answer. `now` returns milliseconds of a monotonic clock.
 */
export function circuitBreaker(name: string, now = () => performance.now()) {
  let failures = 0;
  let openUntil = 0;

  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (failures >= MOST_FAILURES) {
      if (now() < openUntil) {
        throw new ProviderUnavailable(`${name} is not asked: it gave no answer just now`);
      }
      // This call tries again; until its answer comes, other calls fail at once.
      openUntil = now() + OPEN_MS;
    }
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        failures += 1;
        openUntil = now() + OPEN_MS;
      } else failures = 0;
      throw error;
    }
  };
}
