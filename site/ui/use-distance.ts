import { useEffect, useState } from 'react';

/**
 * Whether a part of the page further down may still be left undrawn: until the browser has nothing better to do, so that
 * neither the first paint nor the start of the scripts waits for it.
 */
export function useDistance(isFar = true): boolean {
  const [wait, setWait] = useState(isFar);

  useEffect(() => {
    if (!wait) return;
    const draw = () => setWait(false);
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(draw, 200);
      return () => clearTimeout(timer);
    }
    const callback = requestIdleCallback(draw);
    return () => cancelIdleCallback(callback);
  }, [wait]);

  return wait;
}
