import * as labels from 'content:labels/forms';
import { withElements } from '#site/ui/sentence.ts';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { MailAddress } from '#site/ui/mail-address.tsx';
import { type CountryChoice, type CountryNames, translatedChoices } from './translated-choices.ts';
import { listCountries } from './country-service.ts';

type Countries = {
  choices: readonly CountryChoice[];
  /** The texts of the field about its list. */
  field: { unset?: string; hint?: ReactNode };
};

type Fallback = {
  countries: readonly CountryChoice[];
  countryNames: CountryNames | undefined;
};

/** The list of the country service. If the service fails, the fallback list with a hint and a mail address. */
export function useCountries(
  { countries: fallback, countryNames }: Fallback,
  contact: string,
): Countries {
  const [list, setList] = useState<readonly string[] | 'loading' | 'failed'>('loading');

  useEffect(() => {
    if (list !== 'loading') return;
    const leaving = new AbortController();
    void listCountries(leaving.signal).then((names) => {
      if (!leaving.signal.aborted) setList(names ?? 'failed');
    });
    return () => leaving.abort();
  }, [list]);

  if (list === 'loading') return { choices: [], field: { unset: labels.loadingCountries } };
  if (list !== 'failed')
    return { choices: countryNames ? translatedChoices(list, countryNames) : list, field: {} };
  const tryAgain = (event: MouseEvent<HTMLButtonElement>) => {
    // The pressed button disappears, so the focus moves to the list.
    const select = event.currentTarget.form?.elements.namedItem('country');
    if (select instanceof HTMLElement) select.focus();
    setList('loading');
  };
  const hint = withElements(labels.countriesMissing, {
    again: (
      <button type="button" className="link cursor-pointer" onClick={tryAgain}>
        {labels.tryAgain}
      </button>
    ),
    contact: (
      <a href={`mailto:${contact}`} className="link">
        <MailAddress address={contact} />
      </a>
    ),
  });
  return { choices: fallback, field: { hint } };
}
