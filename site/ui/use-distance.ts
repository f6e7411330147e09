import { useEffect, useState } from 'react';

/**
 * Whether a part of the page further down may still be left undrawn: until the browser has nothing better to do, so that
 * neither the first paint nor the start of the scripts waits for it.
 */
export function useDistance(isFar: boolean): boolean {
  const [wait, setWait] = useState(isFar);

  useEffect(() => (wait ? whenIdle(() => setWait(false)) : undefined), [wait]);

  return wait;
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
