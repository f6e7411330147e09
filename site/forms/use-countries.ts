import { startTransition, useEffect, useState } from 'react';
import { inTurn } from '#site/ui/in-turn.ts';
import { listCountries } from './country-service.ts';

/** The countries of the public service, and until it answers those of the fallback. */
export function useCountries(fallback: readonly string[]): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>();

  useEffect(() => {
    const leaving = new AbortController();
    const callOff = inTurn(() => {
      void listCountries(leaving.signal).then((names) => {
        if (!leaving.signal.aborted) startTransition(() => setKnown(names));
      });
    });
    return () => {
      callOff();
      leaving.abort();
    };
  }, []);

  return known ?? fallback;
}
