import { Button } from '#site/ui/button.tsx';

/** Says where drafts are kept, and clears this form. */
export function DraftNote({ disabled, onClear }: { disabled: boolean; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 border-y border-rule py-1 text-small text-soft">
      <p className="min-w-0 flex-1 basis-72 py-2">
        What you type is kept on this device only, for 24 hours, so that nothing is lost if this
        page closes.
      </p>
      <Button variant="quiet" disabled={disabled} onClick={onClear}>
        Clear form
      </Button>
    </div>
  );
}
