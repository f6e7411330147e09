import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { inThisTab } from '#site/forms/expiring-storage.ts';
import { readStored } from '#site/forms/form-draft.ts';
import { SAVED_ENTRIES } from '#site/forms/storage-keys.ts';
import { useReturn } from '#site/forms/use-return.ts';
import type { Offer } from './offer.ts';
import { readEntries } from './offered-entries.ts';
import type { RegistrationEntry, RegistrationValues } from './registration-fields.ts';

/** The id of the form, and the name of its draft. */
export const REGISTRATION_FORM = 'registration';

/** Fields that are empty in a new form. If all of them are empty, the visitor has not typed anything. */
const typed = ['name', 'phone', 'email', 'institute', 'country', 'presentationType'] as const;

/** The reason for the restored entries: the visitor returned to the form, or pressed the button. */
type Back = 'return' | 'button';

export type SavedEntries = ReturnType<typeof useSavedEntries>;

/**
 * A recorded registration empties the form, although its payment may still fail or be cancelled. So this hook saves the
 * entries in this tab. A visitor who returns to the form finds the entries in the form; a visitor who stays on the page can
 * restore the entries with a button.
 */
export function useSavedEntries(
  form: UseFormReturn<RegistrationValues, unknown, RegistrationEntry>,
  offer: Offer,
) {
  const [saved, setSaved] = useState<RegistrationValues>();
  const [areBack, setAreBack] = useState<Back>();

  const discard = () => {
    inThisTab.remove(SAVED_ENTRIES);
    setSaved(undefined);
    setAreBack(undefined);
  };
  const bringBack = (entries: RegistrationValues, by: Back) => {
    form.reset(entries, { keepDefaultValues: true });
    discard();
    setAreBack(by);
  };
  const arrive = () => {
    const draft = readStored(inThisTab, SAVED_ENTRIES);
    if (!draft) return;
    const isEmpty = form.getValues(typed).every((text) => text === '');
    // The saved entries must not replace newer entries.
    if (isEmpty) bringBack(readEntries(draft, offer), 'return');
    else setSaved(readEntries(draft, offer));
  };
  const onMount = useEffectEvent(arrive);
  useEffect(() => onMount(), []);
  useReturn(arrive);

  return {
    saved,
    areBack,
    bringBack: () => {
      if (saved) bringBack(saved, 'button');
    },
    discard,
    save(values: RegistrationValues) {
      const draft = readEntries(values, offer);
      inThisTab.set(SAVED_ENTRIES, JSON.stringify(draft));
      setSaved(draft);
      setAreBack(undefined);
    },
  };
}
