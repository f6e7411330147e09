import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** Today in a time zone, such as 2026-05-29; undefined until hydration, because the HTML was built on another day. */
export function useToday(timeZone: string): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    // The Swedish locale writes a day as content/ does: 2026-05-29.
    () => new Date().toLocaleDateString('sv-SE', { timeZone }),
    () => undefined,
  );
}

/**
 * The page loads these components after hydration. Otherwise its scripts would exceed their limit of 120 kB. If they do not
 * arrive, the page stays without them.
 */
const load = () => import('./deadline-line.tsx');
const loaded = <Props>(part: (script: Awaited<ReturnType<typeof load>>) => ComponentType<Props>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (script) => ({ default: part(script) }),
      () => ({ default: () => null }),
    ),
  );
export const DaysLeft = loaded((script) => script.DaysLeft);
export const DeadlineLine = loaded((script) => script.DeadlineLine);
export const After = loaded((script) => script.After);
