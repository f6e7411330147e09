import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { inThisTab } from '#site/forms/expiring-storage.ts';
import { readDraft, removeDraft, saveDraft } from '#site/forms/form-draft.ts';
import { useReturn } from '#site/forms/use-return.ts';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { Offer } from './offer.ts';
import { emptyEntries, readEntries } from './offered-entries.ts';
import { REGISTRATION_FORM } from './registration-draft.ts';
import type { RegistrationEntry, RegistrationValues } from './registration-fields.ts';

/**
 * A recorded registration empties the form, though its payment may still fail or be cancelled. The entries are saved in
 * this tab. Who comes back to the form finds them there at once; who stays on it can bring them back.
 */
export function useSavedEntries(
  form: UseFormReturn<RegistrationValues, unknown, RegistrationEntry>,
  offer: Offer,
) {
  const [saved, setSaved] = useState<RegistrationValues>();
  const [areBack, setAreBack] = useState(false);

  const discard = () => {
    removeDraft(inThisTab, REGISTRATION_FORM);
    setSaved(undefined);
    setAreBack(false);
  };
  const bringBack = (entries: RegistrationValues) => {
    form.reset(entries, { keepDefaultValues: true });
    discard();
    setAreBack(true);
  };
  const arrive = () => {
    const draft = readDraft(inThisTab, REGISTRATION_FORM);
    if (!draft) return;
    const isEmpty = isSame(readEntries(form.getValues(), offer), emptyEntries(offer));
    // Not over what the visitor has typed since.
    if (isEmpty) bringBack(readEntries(draft, offer));
    else setSaved(readEntries(draft, offer));
  };
  const onMount = useEffectEvent(arrive);
  useEffect(() => onMount(), []);
  useReturn(arrive);

  return {
    saved,
    areBack,
    bringBack: () => {
      if (saved) bringBack(saved);
    },
    discard,
    save(values: RegistrationValues) {
      const draft = readEntries(values, offer);
      saveDraft(inThisTab, REGISTRATION_FORM, draft);
      setSaved(draft);
      setAreBack(false);
    },
  };
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type SavedEntriesNoteProps = {
  areBack: boolean;
  onBringBack: () => void;
  onDiscard: () => void;
  onStartEmpty: () => void;
};

export function SavedEntriesNote(props: SavedEntriesNoteProps) {
  const { areBack, onBringBack, onDiscard, onStartEmpty } = props;
  if (areBack) {
    return (
      <Banner tone="good">
        <p>
          Your entries are back. If your payment was not completed, type the captcha and pay again.
        </p>
        <Button variant="quiet" onClick={onStartEmpty}>
          Start empty
        </Button>
      </Banner>
    );
  }
  return (
    <Banner tone="note">
      <p>If your payment was not completed, you need not type everything again.</p>
      <div className="flex flex-wrap gap-x-6">
        <Button variant="quiet" onClick={onBringBack}>
          Bring back my entries
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </Banner>
  );
}
