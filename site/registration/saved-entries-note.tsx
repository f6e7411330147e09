import * as forms from 'content:labels/forms';
import { Focused } from '#site/forms/focus.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { RegistrationLabels } from './registration-labels.ts';
import type { RegistrationEntry } from './registration-fields.ts';
import type { SavedEntries } from './use-saved-entries.ts';

type SavedEntriesNoteProps = {
  labels: RegistrationLabels['saved'];
  saved: SavedEntries;
  onStartEmpty: () => void;
  /** Restores the entries that "Start empty" has cleared. */
  onUndo: (() => void) | undefined;
  /** Focuses a field. The pressed button disappears, so the focus has to move. */
  focusOn: (name: keyof RegistrationEntry) => void;
};

export function SavedEntriesNote(props: SavedEntriesNoteProps) {
  const { labels, saved, onStartEmpty, onUndo, focusOn } = props;
  const { areBack } = saved;
  const toStart = (does: () => void) => () => {
    does();
    focusOn('title');
  };
  if (areBack) {
    return (
      // The browser may restore a scroll position far below this note.
      <Focused when={areBack === 'return'}>
        <Banner tone="good">
          <p>{labels.entriesBack}</p>
          <Button variant="quiet" onClick={toStart(onStartEmpty)}>
            {labels.startEmpty}
          </Button>
        </Banner>
      </Focused>
    );
  }
  if (onUndo) {
    return (
      <Banner tone="note">
        <p>{labels.formEmpty}</p>
        <Button variant="quiet" onClick={toStart(onUndo)}>
          {forms.undo}
        </Button>
      </Banner>
    );
  }
  return (
    <Banner tone="note">
      <p>{labels.entriesSaved}</p>
      <div className="flex flex-wrap gap-x-6">
        <Button
          variant="quiet"
          onClick={() => {
            saved.bringBack();
            // The captcha is the only empty field.
            focusOn('captcha');
          }}
        >
          {labels.bringBack}
        </Button>
        <Button variant="quiet" onClick={toStart(saved.discard)}>
          {labels.discard}
        </Button>
      </div>
    </Banner>
  );
}
