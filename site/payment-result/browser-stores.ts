import type { Store, Stores } from './payment-storage.ts';

/** The browser's storage. Where it is forbidden or full, nothing is found and nothing is kept. */
export function browserStores(): Stores {
  return { local: guarded(() => localStorage), session: guarded(() => sessionStorage) };
}

function guarded(store: () => Storage): Store {
  return {
    getItem: (name) => attempt(() => store().getItem(name)) ?? null,
    setItem: (name, value) => void attempt(() => store().setItem(name, value)),
    removeItem: (name) => void attempt(() => store().removeItem(name)),
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    // A browser may deny storage altogether; a payment is confirmed without it.
    return undefined;
  }
}
