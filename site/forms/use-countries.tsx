import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { MailAddress } from '#site/ui/mail-address.tsx';
import { listCountries } from './country-service.ts';

type Countries = {
  names: readonly string[];
  /** The texts of the field about its list. */
  field: { unset?: string; hint?: ReactNode };
};

/** The list of the country service. If the service fails, the fallback list with a hint and a mail address. */
export function useCountries(fallback: readonly string[], contact: string): Countries {
  const [list, setList] = useState<readonly string[] | 'loading' | 'failed'>('loading');

  useEffect(() => {
    if (list !== 'loading') return;
    const leaving = new AbortController();
    void listCountries(leaving.signal).then((names) => {
      if (!leaving.signal.aborted) setList(names ?? 'failed');
    });
    return () => leaving.abort();
  }, [list]);

  if (list === 'loading') return { names: [], field: { unset: 'Loading countries…' } };
  if (list !== 'failed') return { names: list, field: {} };
  const tryAgain = (event: MouseEvent<HTMLButtonElement>) => {
    // The pressed button disappears, so the focus moves to the list.
    const select = event.currentTarget.form?.elements.namedItem('country');
    if (select instanceof HTMLElement) select.focus();
    setList('loading');
  };
  const hint = (
    <>
      Some countries are missing here, because their list could not be loaded.{' '}
      <button type="button" className="link cursor-pointer" onClick={tryAgain}>
        Try again
      </button>
      , or write to{' '}
      <a href={`mailto:${contact}`} className="link">
        <MailAddress address={contact} />
      </a>
      .
    </>
  );
  return { names: fallback, field: { hint } };
}
