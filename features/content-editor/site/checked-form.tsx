import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { Button } from '#site/ui/button.tsx';
import type { Checked, EditedFile } from '../form-shapes.ts';
import { SaveDialog } from './saves-part.tsx';

type Check = ReturnType<typeof useCheck>;

type Props = {
  file: EditedFile;
  check: Check;
  onSubmit: () => void;
  /** Called after a save. */
  onSaved: () => void;
  /** Reads the file again. */
  onReload: () => void;
  buttons: ReactNode;
  children: ReactNode;
};

/** The form of a file, with the answer to its check, and the dialog that saves. */
export function CheckedForm(props: Props) {
  const { file, check, onSubmit, onSaved, onReload, buttons, children } = props;
  const { checked, trouble, saving } = check;
  const form = useShownAnswer(checked, trouble);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex max-w-3xl flex-col gap-6"
    >
      <h2 className="border-t border-ink pt-4 font-serif text-name">{file.title}</h2>
      {!file.mayEdit && (
        <p className="text-soft">You can read this, and have no right to change it.</p>
      )}
      {checked?.is === 'wrong' && <Mistakes mistakes={checked.mistakes} />}
      {children}
      {checked?.is === 'overtaken' && (
        <Overtaken checked={checked} onBoth={check.run} onReload={onReload} />
      )}
      {trouble !== undefined && <Trouble words={trouble} />}
      {file.mayEdit && buttons}
      <SaveDialog
        open={saving !== undefined}
        heading="Save and publish"
        change={saving ?? {}}
        onClose={check.close}
        onSaved={onSaved}
      />
    </form>
  );
}

/** The check of a change of a file. Nothing is written before the organiser has seen all changes. */
export function useCheck({ key, text }: EditedFile, change: object) {
  const [checked, setChecked] = useState<Checked>();
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [saving, setSaving] = useState<object>();

  async function run(both?: string) {
    const whole = { file: key, base: text, ...change, ...(both !== undefined && { both }) };
    setPending(true);
    setTrouble(undefined);
    try {
      const answer = await tell<Checked>('/content/check', whole);
      setChecked(answer);
      if (answer.is === 'right') setSaving(whole);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
    } finally {
      setPending(false);
    }
  }

  return {
    checked,
    trouble,
    isPending,
    /** The change that is being saved. */
    saving,
    run,
    answer: setChecked,
    clear() {
      setChecked(undefined);
      setTrouble(undefined);
    },
    close: () => setSaving(undefined),
  };
}

/** Shows what a press on the button has found: a form is longer than a screen. */
function useShownAnswer(checked: Checked | undefined, trouble: string | undefined) {
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

function Mistakes({ mistakes }: { mistakes: readonly { at?: string; words: string }[] }) {
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
