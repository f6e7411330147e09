import { language } from 'content:language';
import { useEffect, useState } from 'react';
import type { SpeakerAsRead, listSpeakers } from '#contract/speakers.ts';

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
    const response = await fetch(path, { signal, headers: { 'accept-language': language } });
    return response.ok ? readSpeakers(await response.json()) : undefined;
  } catch {
    // Without a network or with an answer that is not JSON, the page reports that the speakers could not be fetched.
    return undefined;
  }
}

/**
 * Reads the answer of listSpeakers as the contract does, but without zod, which would add 8 kB to pages that make no other
 * call.
 */
export function readSpeakers(answer: unknown): SpeakerAsRead[] | undefined {
  const list = isRecord(answer) && 'data' in answer ? answer['data'] : answer;
  if (!Array.isArray(list) || !list.every(isRecord)) return undefined;
  return list.map((entry) => ({
    id: typeof entry['id'] === 'number' ? entry['id'] : text(entry['id']),
    name: text(entry['name']),
    imageUrl: text(entry['imageUrl']),
    title: text(entry['title']),
    university: text(entry['university']),
    type: text(entry['type']),
    bio: text(entry['bio']),
    link: text(entry['link']),
  }));
}

/** A value that is not text counts as absent. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
