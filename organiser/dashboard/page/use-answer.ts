import { useEffect, useState } from 'react';
import { ask, Refused } from './ask.ts';

export type Answer<T> = {
  data: T | undefined;
  /** The sentence of an error. After an error `data` is undefined. */
  trouble: string | undefined;
  /** Whether the server asks for a log-in. */
  isLoggedOut: boolean;
  /** Asks again. The present data stay until the answer arrives. */
  reload: () => void;
};

type Found<T> = { path: string; data?: T; trouble?: string; isLoggedOut?: boolean };

/** The last answers that pages keep, by path. */
const kept = new Map<string, unknown>();

/**
 * The server's answer to a path. With `isKept` a later visit shows the last answer until the new one arrives: figures of
 * many people take a while.
 */
export function useAnswer<T>(path: string, { isKept = false } = {}): Answer<T> {
  const [found, setFound] = useState<Found<T> | undefined>(() =>
    kept.has(path) ? { path, data: kept.get(path) as T } : undefined,
  );
  const [round, setRound] = useState(0);

  useEffect(() => {
    const gone = new AbortController();
    ask<T>(path, gone.signal).then(
      (data) => {
        if (isKept) kept.set(path, data);
        setFound({ path, data });
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        setFound({ path, trouble: error.message, isLoggedOut: error.isLoggedOut });
      },
    );
    return () => gone.abort();
  }, [path, round, isKept]);

  const {
    data,
    trouble,
    isLoggedOut = false,
  } = found?.path === path ? found : ({} as Partial<Found<T>>);
  return { data, trouble, isLoggedOut, reload: () => setRound((count) => count + 1) };
}
