import type { Provider } from './faults.ts';

/** The outcome of a payment, whatever the payer types or presses. */
export type Outcome = 'declined' | 'pending';

export type OrderedOutcome = { provider: Provider; outcome: Outcome };

export type NextOutcomes = {
  add(provider: Provider, outcome: Outcome): void;
  take(provider: Provider): Outcome | undefined;
  waiting(): OrderedOutcome[];
  clear(): void;
};

/** The outcomes that a tester has ordered for the next payments. */
export function nextOutcomes(): NextOutcomes {
  const queue: OrderedOutcome[] = [];
  return {
    add: (provider, outcome) => void queue.push({ provider, outcome }),
    take(provider) {
      const index = queue.findIndex((ordered) => ordered.provider === provider);
      return index < 0 ? undefined : queue.splice(index, 1)[0]?.outcome;
    },
    waiting: () => structuredClone(queue),
    clear() {
      queue.length = 0;
    },
  };
}
