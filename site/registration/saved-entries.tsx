import { useEffect, useState } from 'react';
import { inThisTab } from '#site/forms/expiring-storage.ts';
import { readDraft, removeDraft, saveDraft } from '#site/forms/form-draft.ts';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import { REGISTRATION_FORM } from './registration-draft.ts';
import { readRegistrationDraft, type RegistrationValues } from './registration-fields.ts';

/**
 * A recorded registration empties the form, though its payment may still fail or be cancelled. The entries are saved in
 * this tab, so that the visitor can restore them instead of typing them twice.
 */
export function useSavedEntries() {
  const [entries, setEntries] = useState<RegistrationValues>();

  useEffect(() => {
    const draft = readDraft(inThisTab, REGISTRATION_FORM);
    setEntries(draft && readRegistrationDraft(draft));
  }, []);

  const save = (fields: RegistrationValues) => {
    const draft = readRegistrationDraft(fields);
    saveDraft(inThisTab, REGISTRATION_FORM, draft);
    setEntries(draft);
  };
  const discard = () => {
    removeDraft(inThisTab, REGISTRATION_FORM);
    setEntries(undefined);
  };
  return { entries, save, discard };
}

type SavedEntriesNoteProps = { onRestore: () => void; onDiscard: () => void };

export function SavedEntriesNote({ onRestore, onDiscard }: SavedEntriesNoteProps) {
  return (
    <Banner tone="note">
      <p>If your payment was not completed, you need not type everything again.</p>
      <div className="flex flex-wrap gap-x-6">
        <Button variant="quiet" onClick={onRestore}>
          Bring back my entries
        </Button>
        <Button variant="quiet" onClick={onDiscard}>
          Discard them
        </Button>
      </div>
    </Banner>
  );
}
