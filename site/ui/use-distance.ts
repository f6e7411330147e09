import { useEffect, useState } from 'react';

/** Further down than any window reaches at first, or than any phone does (site/site.css). */
export type Distance = 'drawn-near' | 'late-on-phones';

/**
 * The class of a part of the page further down, which may be left undrawn until the browser has nothing better to do: so
 * neither the first paint nor the start of the scripts waits for it.
 */
export function useDistance(distance: Distance | undefined): Distance | '' {
  const [wait, setWait] = useState(distance !== undefined);

  useEffect(() => (wait ? whenIdle(() => setWait(false)) : undefined), [wait]);

  return (wait && distance) || '';
}

const waiting = new Set<() => void>();

/** Draws one part at each quiet moment: all of them at once would keep a slow device busy. Returns how to call it off. */
function whenIdle(draw: () => void): () => void {
  if (waiting.size === 0) atQuietMoment(drawNext);
  waiting.add(draw);
  return () => waiting.delete(draw);
}

function drawNext(): void {
  const [draw] = waiting;
  if (!draw) return;
  waiting.delete(draw);
  draw();
  if (waiting.size > 0) atQuietMoment(drawNext);
}

function atQuietMoment(act: () => void): void {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act);
  else setTimeout(act, 200);
}
