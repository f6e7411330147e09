import { useEffect, useState } from 'react';
import type { listSpeakers, SpeakerAsRead } from '#contract/speakers.ts';
import { readSpeakers } from './read-speakers.ts';

export type Speakers =
  | { state: 'loading' }
  | { state: 'loaded'; speakers: SpeakerAsRead[] }
  | { state: 'failed' };

const path: (typeof listSpeakers)['path'] = '/api/speakers/polymers';

/** Requests the speakers once, when the grid mounts. */
export function useSpeakers(): Speakers {
  const [speakers, setSpeakers] = useState<Speakers>({ state: 'loading' });

  useEffect(() => {
    const leaving = new AbortController();
    void fetchSpeakers(leaving.signal).then((found) => {
      if (leaving.signal.aborted) return;
      setSpeakers(found ? { state: 'loaded', speakers: found } : { state: 'failed' });
    });
    return () => leaving.abort();
  }, []);

  return speakers;
}

async function fetchSpeakers(signal: AbortSignal): Promise<SpeakerAsRead[] | undefined> {
  try {
    const response = await fetch(path, { signal });
    return response.ok ? readSpeakers(await response.json()) : undefined;
  } catch {
    // No network, or no JSON: the page says that the speakers could not be fetched.
    return undefined;
  }
}
