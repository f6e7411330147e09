import { type ComponentType, lazy } from 'react';

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
