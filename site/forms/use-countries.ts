import * as labels from 'content:labels/forms';
import { useEffect, useState } from 'react';
import { type CountryChoice, type CountryNames, translatedChoices } from './translated-choices.ts';
import { listCountries } from './country-service.ts';

type Countries = {
  choices: readonly CountryChoice[];
  /** The text of the field while its list loads. */
  field: { unset?: string };
};

type Fallback = {
  countries: readonly CountryChoice[];
  countryNames: CountryNames | undefined;
};

/** The list of the country service. If the service fails, the page logs the failure and offers the fallback list. */
export function useCountries({ countries: fallback, countryNames }: Fallback): Countries {
  const [list, setList] = useState<readonly string[] | 'loading' | 'failed'>('loading');

  useEffect(() => {
    const leaving = new AbortController();
    void listCountries(leaving.signal).then((names) => {
      if (!leaving.signal.aborted) setList(names ?? 'failed');
    });
    return () => leaving.abort();
  }, []);

  if (list === 'loading') return { choices: [], field: { unset: labels.loadingCountries } };
  if (list === 'failed') return { choices: fallback, field: {} };
  return { choices: countryNames ? translatedChoices(list, countryNames) : list, field: {} };
}
