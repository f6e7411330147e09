import { useSyncExternalStore } from 'react';

/**
 * A value that only the browser knows. Until the page is hydrated, it is that of the built HTML. Then React renders the component
 * again, in the task of the hydration, if the value differs: `useHydrated` would render a whole form twice.
 */
export function useInBrowser<Value>(read: () => Value, atBuild: Value): Value {
  return useSyncExternalStore(subscribe, read, () => atBuild);
}

/** Nothing changes the value but the component's own render. */
const subscribe = () => () => {};
