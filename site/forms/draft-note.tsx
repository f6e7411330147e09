import { Button } from '#site/ui/button.tsx';

type DraftNoteProps = {
  disabled: boolean;
  onClear: () => void;
  /** Brings back what was cleared; absent unless the form was cleared and nothing was typed since. */
  onUndo: (() => void) | undefined;
};

/** Says where drafts are kept, and clears this form. It stands at the end, after what visitors came for. */
export function DraftNote({ disabled, onClear, onUndo }: DraftNoteProps) {
  return (
    <div className="draft-note">
      <p aria-live="polite" className="min-w-0 flex-1 basis-72 py-2">
        {onUndo
          ? 'The form is cleared.'
          : 'What you type is kept on this device only, for 24 hours, so that nothing is lost if this page closes.'}
      </p>
      <Button variant="quiet" disabled={disabled} onClick={onUndo ?? onClear}>
        {onUndo ? 'Undo' : 'Clear form'}
      </Button>
    </div>
  );
}
