import { useEffect, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '#site/forms/form-draft.ts';
import { inThisTab } from '#site/forms/shelf.ts';
import { REGISTRATION_FORM } from './registration-draft.ts';
import { readRegistrationDraft, type RegistrationFields } from './registration-rules.ts';

/**
 * A recorded registration empties the form, though its payment may still be refused or called off. Until the tab is
 * closed its entries can be brought back, so that nobody types them twice.
 */
export function useSetAside() {
  const [entries, setEntries] = useState<RegistrationFields>();

  useEffect(() => {
    const kept = readDraft(inThisTab, REGISTRATION_FORM);
    setEntries(kept && readRegistrationDraft(kept));
  }, []);

  const setAside = (fields: RegistrationFields) => {
    const kept = readRegistrationDraft(fields);
    keepDraft(inThisTab, REGISTRATION_FORM, kept);
    setEntries(kept);
  };
  const discard = () => {
    forgetDraft(inThisTab, REGISTRATION_FORM);
    setEntries(undefined);
  };
  return { entries, setAside, discard };
}
