import { useEffect, useState } from 'react';
import { ask, Refused } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import type { Publishing } from '../form-shapes.ts';
import { followBuild } from './follow-build.ts';

const EVERY_MS = 1000;

/** Says how far the publication of the last save is. `round` changes with each save. */
export function PublishingNote({ round }: { round: number }) {
  const [now, setNow] = useState<Publishing>();
  useEffect(() => {
    const gone = new AbortController();
    followBuild<Publishing>(
      {
        look: (signal) => ask<Publishing>('/content/publishing', signal),
        wait: () => new Promise((resolve) => setTimeout(resolve, EVERY_MS)),
        show: setNow,
      },
      gone.signal,
    ).catch((error: unknown) => {
      // Nobody waits for the note of somebody whose session has ended.
      if (!(error instanceof Refused)) throw error;
    });
    return () => gone.abort();
  }, [round]);
  if (!now || now.is === 'idle') return null;
  if (now.is === 'refused') return <Trouble words={now.words} />;
  const isBusy = now.is === 'building' || now.is === 'waiting';
  return (
    <p
      role="status"
      aria-busy={isBusy}
      className="max-w-2xl border-l-4 border-accent bg-raised px-5 py-3"
    >
      {now.words}
    </p>
  );
}
