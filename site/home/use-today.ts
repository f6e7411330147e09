import { lazy, useSyncExternalStore } from 'react';

/** The day in a time zone as content/ writes it; none until the page is hydrated, because its HTML is from another day. */
export function useToday(timeZone: string): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    // Swedes write a day so.
    () => new Date().toLocaleDateString('sv-SE', { timeZone }),
    () => undefined,
  );
}

/** Loaded once the page knows the day. With them the scripts of the home page would be over their limit of 120 kB. */
export const DaysLeft = lazy(async () => {
  const module = await import('./days-left.tsx');
  return { default: module.DaysLeft };
});
export const DeadlineLine = lazy(async () => {
  const module = await import('./deadline-line.tsx');
  return { default: module.DeadlineLine };
});
