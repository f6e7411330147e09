import { useMemo, useSyncExternalStore } from 'react';
import { keysIn, stars } from './stars.ts';

export type StarredItems = {
  keys: ReadonlySet<string>;
  areKept: boolean;
  toggle: (key: string) => void;
};

/** The stars of this visitor. The prerendered page has none. */
export function useStars(known: ReadonlySet<string>): StarredItems {
  const text = useSyncExternalStore(stars.subscribe, stars.text, () => '');
  const areKept = useSyncExternalStore(stars.subscribe, stars.areKept, () => true);
  const keys = useMemo(() => new Set(keysIn(text, known)), [text, known]);
  return { keys, areKept, toggle: (key) => stars.toggle(key, known) };
}
