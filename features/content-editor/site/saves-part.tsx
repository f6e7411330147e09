import { useState } from 'react';
import { ActionSteps } from '#organiser/dashboard/page/action-dialog.tsx';
import { useForms } from '#organiser/dashboard/page/forms.ts';
import { Part } from '#organiser/dashboard/page/part.tsx';
import { useAnswer } from '#organiser/dashboard/page/use-answer.ts';
import { timeWords } from '#organiser/dashboard/page/words.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { PreviewPart } from './preview-part.tsx';
import type { SaveOfPage } from '../form-shapes.ts';

/** The latest saves, each with its changes and a button that takes it back. */
export function SavesPart({ onSaved }: { onSaved: () => void }) {
  const { data: saves = [] } = useAnswer<SaveOfPage[]>('/content/saves');
  return (
    <Part heading="Saved">
      {saves.length === 0 && <p className="text-soft">Nothing was saved here yet.</p>}
      <ul className="max-w-3xl">
        {saves.map((save) => (
          <Saved key={save.id} save={save} onSaved={onSaved} />
        ))}
      </ul>
    </Part>
  );
}

const TAKE_BACK = 'Take it back';

function Saved({ save, onSaved }: { save: SaveOfPage; onSaved: () => void }) {
  const { id, savedAt, savedBy, title, file, changes, lines, mayUndo } = save;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col items-start gap-1.5 border-t border-rule py-4 first:border-t-0 first:pt-0">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-label text-soft">
        {savedBy}, {timeWords(savedAt)}
      </p>
      <ul className="list-disc ps-5">
        {changes.map((words) => (
          <li key={words} className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
      <details className="w-full text-small">
        <summary className="link w-fit cursor-pointer py-1">The lines of {file}</summary>
        <pre className="overflow-x-auto bg-sunk p-3 text-label">{lines.join('\n')}</pre>
      </details>
      {mayUndo && (
        <>
          <Button
            variant="secondary"
            aria-label={`${TAKE_BACK}: ${title}, ${timeWords(savedAt)}`}
            onClick={() => setOpen(true)}
          >
            {TAKE_BACK}
          </Button>
          <SaveDialog
            open={isOpen}
            heading={TAKE_BACK}
            change={{ back: id }}
            onClose={() => setOpen(false)}
            onSaved={onSaved}
          />
        </>
      )}
    </li>
  );
}

type DialogProps = {
  open: boolean;
  heading: string;
  change: object;
  onClose: () => void;
  /** Called when the dialog closes after a save. */
  onSaved: () => void;
};

export function SaveDialog({ open, heading, change, onClose, onSaved }: DialogProps) {
  const form = useForms().find(({ action }) => action === 'content');
  const [isDone, setDone] = useState(false);
  if (!form) return null;
  const close = () => {
    onClose();
    if (isDone) onSaved();
  };
  return (
    <Dialog open={open} heading={heading} onClose={close}>
      <ActionSteps
        form={form}
        preset={{ change: JSON.stringify(change) }}
        onDone={() => setDone(true)}
        onClose={close}
      />
      {!isDone && <PreviewPart change={change} />}
    </Dialog>
  );
}
