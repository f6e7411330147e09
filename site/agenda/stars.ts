import { useMemo, useSyncExternalStore } from 'react';

/** On this device, until the visitor removes it: the starred items of the agenda. */
const STARRED = 'starred';

/** The starred items of a visitor. `text` names them by their keys, separated by commas. */
export type Stars = {
  text: () => string;
  /** False after the browser refused to keep a star. The stars then last as long as the page. */
  areKept: () => boolean;
  /** Stars an item, or takes its star away. Only `known` items stay in the text, so old ones do not collect in it. */
  toggle: (key: string, known: ReadonlySet<string>) => void;
  subscribe: (listener: () => void) => () => void;
};

const stars = createStars(() => localStorage);

/** A browser may have no storage, or a full or forbidden one: even access to it may throw an error. */
export function createStars(open: () => Pick<Storage, 'getItem' | 'setItem'>): Stars {
  const listeners = new Set<() => void>();
  let unkept: string | undefined;
  const text = () => {
    if (unkept !== undefined) return unkept;
    try {
      return open().getItem(STARRED) ?? '';
    } catch {
      return '';
    }
  };
  return {
    text,
    areKept: () => unkept === undefined,
    toggle(key, known) {
      const keys = new Set(keysIn(text(), known));
      if (!keys.delete(key)) keys.add(key);
      const next = [...keys].join(',');
      try {
        open().setItem(STARRED, next);
        unkept = undefined;
      } catch {
        unkept = next;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      // Browsers send this event when another tab changed the storage.
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

/** The keys of a stored text. Keys of items that are no longer in the agenda are left out. */
export function keysIn(text: string, known: ReadonlySet<string>): string[] {
  return text.split(',').filter((key) => known.has(key));
}

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
