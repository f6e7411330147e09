import { useEffect, useState } from 'react';
import { listCountries } from './country-service.ts';

/** The fallback list of countries, until the public service answers with its own. */
export function useCountries(fallback: readonly string[]): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>();

  useEffect(() => {
    const leaving = new AbortController();
    void listCountries(leaving.signal).then((names) => {
      if (!leaving.signal.aborted) setKnown(names);
    });
    return () => leaving.abort();
  }, []);

  return known ?? fallback;
}
