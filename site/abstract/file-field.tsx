import * as labels from 'content:labels/abstract';
import {
  type DragEvent as ReactDragEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Field, type FieldProps } from '#site/ui/field.tsx';
import { sizeText } from '#site/ui/number-text.ts';
import { ACCEPTED } from './abstract-file.ts';

type FileFieldProps = FieldProps & {
  name: string;
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
};

/** The browser's own file button, in a box for dropped files. */
export function FileField({ label, hint, error, name, file, onChoose }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, ...dropping } = useDropping((dropped) => {
    const files = new DataTransfer();
    files.items.add(dropped);
    if (input.current) input.current.files = files.files;
    onChoose(dropped);
  });
  useMissedDrops();

  // The visitor may have chosen a file before the scripts were loaded, or the browser may have restored the file.
  const adopt = useEffectEvent(() => {
    const early = input.current?.files?.[0];
    if (early) onChoose(early);
  });
  useEffect(() => adopt(), []);

  return (
    <Field {...{ label, hint, error }} required>
      {(wiring) => (
        <div
          {...dropping}
          className={`rounded-edge border border-dashed p-5 transition-colors sm:p-6 ${
            isOver ? 'border-accent bg-sunk' : error ? 'border-error' : 'border-edge'
          }`}
        >
          <input
            {...wiring}
            ref={input}
            type="file"
            name={name}
            required
            accept={ACCEPTED}
            onChange={({ target }) => onChoose(target.files?.[0])}
            className="w-full cursor-pointer text-small text-transparent file:me-4 file:min-h-12 file:cursor-pointer file:rounded-edge file:border file:border-ink file:px-6 file:font-semibold file:text-ink hover:file:bg-ink hover:file:text-paper"
          />
          <p className="mt-3 text-small text-soft">
            {file && !error ? (
              <span translate="no" className="break-words text-ink">
                <span>{file.name}</span>{' '}
                <span className="whitespace-nowrap">{`· ${sizeText(file.size)}`}</span>
              </span>
            ) : (
              <span className="pointer-coarse:hidden">{labels.dropHere}</span>
            )}
          </p>
        </div>
      )}
    </Field>
  );
}

function useDropping(onDropped: (file: File) => void) {
  const [isOver, setOver] = useState(false);

  const onDragOver = (event: ReactDragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: ReactDragEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside) setOver(false);
  };
  const onDrop = (event: ReactDragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) onDropped(dropped);
  };
  return { isOver, onDragOver, onDragLeave, onDrop };
}

/** Ignores a file that is dropped beside the field. Otherwise the browser would open the file. */
function useMissedDrops(): void {
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', onDrag);
    addEventListener('drop', onDrag);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('drop', onDrag);
    };
  }, []);
}
