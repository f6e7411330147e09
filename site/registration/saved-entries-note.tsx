import { Focused } from '#site/forms/focus.tsx';
import { Banner } from '#site/ui/banner.tsx';
import { Button } from '#site/ui/button.tsx';
import type { RegistrationEntry } from './registration-fields.ts';
import type { SavedEntries } from './use-saved-entries.ts';

type SavedEntriesNoteProps = {
  saved: SavedEntries;
  onStartEmpty: () => void;
  /** Restores the entries that "Start empty" has cleared. */
  onUndo: (() => void) | undefined;
  /** Focuses a field. The pressed button disappears, so the focus has to move. */
  focusOn: (name: keyof RegistrationEntry) => void;
};

export function SavedEntriesNote(props: SavedEntriesNoteProps) {
  const { saved, onStartEmpty, onUndo, focusOn } = props;
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
          <p>
            Your entries are back. If your payment was not completed, type the captcha and pay
            again.
          </p>
          <Button variant="quiet" onClick={toStart(onStartEmpty)}>
            Start empty
          </Button>
        </Banner>
      </Focused>
    );
  }
  if (onUndo) {
    return (
      <Banner tone="note">
        <p>The form is empty.</p>
        <Button variant="quiet" onClick={toStart(onUndo)}>
          Undo
        </Button>
      </Banner>
    );
  }
  return (
    <Banner tone="note">
      <p>If your payment was not completed, you need not type everything again.</p>
      <div className="flex flex-wrap gap-x-6">
        <Button
          variant="quiet"
          onClick={() => {
            saved.bringBack();
            // The captcha is the only empty field.
            focusOn('captcha');
          }}
        >
          Bring back my entries
        </Button>
        <Button variant="quiet" onClick={toStart(saved.discard)}>
          Discard them
        </Button>
      </div>
    </Banner>
  );
}
