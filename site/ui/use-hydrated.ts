import { useSyncExternalStore } from 'react';

/**
 * Whether React has hydrated the page. Until then, buttons that need a script are disabled, so that no press is lost and the
 * Enter key does not submit a form without its script.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
