import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import type { Column } from '#server/reports/define-list.ts';

type Props = {
  open: boolean;
  all: readonly Column[];
  shown: readonly Column[];
  /** Gets the ids of the columns to show; undefined means the default columns. */
  onChange: (chosen: string[] | undefined) => void;
  onClose: () => void;
};

export function ColumnsDialog({ open, all, shown, onChange, onClose }: Props) {
  const ids = shown.map(({ id }) => id);
  return (
    <Dialog open={open} heading="Columns" onClose={onClose}>
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Columns to show</legend>
        {all.map(({ id, label }) => (
          <label key={id} className="flex min-h-10 items-center gap-3">
            <input
              type="checkbox"
              checked={ids.includes(id)}
              onChange={({ target: { checked } }) => {
                const chosen = checked ? [...ids, id] : ids.filter((other) => other !== id);
                if (chosen.length > 0) onChange(chosen);
              }}
              className="size-5 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="mt-6 flex flex-wrap gap-4">
        <Button onClick={onClose}>Close</Button>
        <Button variant="quiet" onClick={() => onChange(undefined)}>
          Reset columns
        </Button>
      </div>
    </Dialog>
  );
}
