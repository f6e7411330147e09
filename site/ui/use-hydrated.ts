import { useSyncExternalStore } from 'react';

/**
 * Whether React answers for the page. In the prerendered HTML it does not yet: what only a script can do is disabled until
 * then, so that no press is lost and Enter does not submit a form before its script is there.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
