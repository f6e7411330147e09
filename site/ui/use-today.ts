import { useSyncExternalStore } from 'react';

/** Today in a time zone, such as 2026-05-29; undefined until hydration, because the HTML was built on another day. */
export function useToday(timeZone: string): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    // The Swedish locale writes a day as content/ does: 2026-05-29.
    () => new Date().toLocaleDateString('sv-SE', { timeZone }),
    () => undefined,
  );
}
