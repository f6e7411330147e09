import { useEffect, useState } from 'react';
import { ask } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import type { Publishing } from '../form-shapes.ts';

const EVERY_MS = 1000;

/** Says how far the publication of the last save is. `round` changes with each save. */
export function PublishingNote({ round }: { round: number }) {
  const [now, setNow] = useState<Publishing>();
  useEffect(() => {
    const gone = new AbortController();
    let timer: number | undefined;
    const look = async () => {
      const found = await ask<Publishing>('/content/publishing', gone.signal).catch(
        () => undefined,
      );
      if (gone.signal.aborted) return;
      if (found) setNow(found);
      if (found?.is === 'building' || found?.is === 'waiting') {
        timer = window.setTimeout(look, EVERY_MS);
      }
    };
    void look();
    return () => {
      gone.abort();
      window.clearTimeout(timer);
    };
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
