import { useEffect, useRef } from 'react';
import { Button } from '#site/ui/button.tsx';
import type { Checked } from '../form-shapes.ts';

type Props = {
  checked: Checked | undefined;
  onBoth: (both: string) => Promise<void>;
  onReload: () => void;
};

/** The answer to a check if somebody else has saved the file meanwhile. */
export function CheckAnswer({ checked, ...does }: Props) {
  return checked?.is === 'overtaken' ? <Overtaken checked={checked} {...does} /> : null;
}

/** Shows what a press on the button has found: a form is longer than a screen. */
export function useShownAnswer(checked: Checked | undefined, trouble: string | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (trouble === undefined && (!checked || checked.is === 'right')) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (checked?.is === 'wrong' && trouble === undefined && field) {
      field.focus();
      field.scrollIntoView({ block: 'center' });
    } else {
      [...(form.current?.querySelectorAll('[role=alert]') ?? [])]
        .at(-1)
        ?.scrollIntoView({ block: 'center' });
    }
  }, [checked, trouble]);
  return form;
}

export function Mistakes({ mistakes }: { mistakes: readonly { at?: string; words: string }[] }) {
  return (
    <div role="alert" className="border-l-4 border-error bg-raised px-5 py-4">
      <p className="font-semibold">Nothing was saved. Please correct these first:</p>
      <ul className="list-disc ps-5">
        {mistakes.map(({ at, words }) => (
          <li key={`${at} ${words}`} className="wrap-anywhere">
            {at !== undefined && <b>{at}: </b>}
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}

type OvertakenProps = {
  checked: Extract<Checked, { is: 'overtaken' }>;
  onBoth: (both: string) => Promise<void>;
  onReload: () => void;
};

/** Somebody else has saved the file since it was opened: both see what both have changed. */
function Overtaken({ checked: { theirs, yours, both }, onBoth, onReload }: OvertakenProps) {
  return (
    <div role="alert" className="flex flex-col gap-4 border-l-4 border-error bg-raised px-5 py-4">
      <p className="font-semibold">Somebody else has saved this file since you opened it.</p>
      <Changes heading="Saved meanwhile" changes={theirs} />
      <Changes heading="Yours, not saved yet" changes={yours} />
      {both === undefined ? (
        <p>
          Both are about the same lines. Read the file again, and type what is right: your changes
          are in the list above until then.
        </p>
      ) : (
        <p>They are about different lines, so both can be kept.</p>
      )}
      <div className="flex flex-wrap gap-4">
        {both !== undefined && <Button onClick={() => onBoth(both)}>Keep both</Button>}
        <Button variant="secondary" onClick={onReload}>
          Read the file again, without mine
        </Button>
      </div>
    </div>
  );
}

function Changes({ heading, changes }: { heading: string; changes: readonly string[] }) {
  return (
    <div>
      <h3 className="text-small font-semibold">{heading}</h3>
      <ul className="list-disc ps-5">
        {changes.map((words) => (
          <li key={words} className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
