import { useSyncExternalStore } from 'react';

/**
 * Whether React has hydrated the page. Until then, buttons that need a script are disabled, so that no press is lost and Enter
 * does not submit a form before its script is there.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
