import { lazy, useSyncExternalStore } from 'react';

/** Today in a time zone, such as 2026-05-29; undefined until hydration, because the HTML was built on another day. */
export function useToday(timeZone: string): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    // The Swedish locale writes a day as content/ does: 2026-05-29.
    () => new Date().toLocaleDateString('sv-SE', { timeZone }),
    () => undefined,
  );
}

/** The page loads these components after hydration. Otherwise its scripts would exceed their limit of 120 kB. */
export const DaysLeft = lazy(async () => {
  const module = await import('./days-left.tsx');
  return { default: module.DaysLeft };
});
export const DeadlineLine = lazy(async () => {
  const module = await import('./deadline-line.tsx');
  return { default: module.DeadlineLine };
});
