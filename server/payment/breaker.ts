import { type PaymentProvider, ProviderUnavailable } from './payment-provider.ts';

const MOST_FAILURES = 5;
const REST_MS = 30_000;

/** The provider with a breaker around its calls. Those about webhooks are not among them: strangers cause them. */
export function withBreaker(
  provider: PaymentProvider,
  now = () => performance.now(),
): PaymentProvider {
  const guarded = breaker(provider.name, now);
  const { capture } = provider;
  return {
    ...provider,
    open: (...request) => guarded(() => provider.open(...request)),
    close: (...request) => guarded(() => provider.close(...request)),
    look: (...request) => guarded(() => provider.look(...request)),
    refund: (...request) => guarded(() => provider.refund(...request)),
    ...(capture && { capture: (...request) => guarded(() => capture(...request)) }),
  };
}

/**
 * Spares whoever waits for one that is away: after five calls in a row without an answer the next ones fail at once.
 * Half a minute later one call tries again; its answer ends the rest, its failure begins another. A definite no is an
 * answer. `now` in milliseconds, monotonic.
 */
export function breaker(name: string, now = () => performance.now()) {
  let failures = 0;
  let restsUntil = 0;

  return async <T>(call: () => Promise<T>): Promise<T> => {
    if (failures >= MOST_FAILURES) {
      if (now() < restsUntil) {
        throw new ProviderUnavailable(`${name} is not asked: it gave no answer just now`);
      }
      // This call finds out; those that come while it waits do not wait as well.
      restsUntil = now() + REST_MS;
    }
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        failures += 1;
        restsUntil = now() + REST_MS;
      } else failures = 0;
      throw error;
    }
  };
}
