import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type ContentEdit,
  joinedEdits,
  valueAt,
  withEdit,
  type Written,
} from '#contract/content/content-edits.ts';
import { Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { Button } from '#site/ui/button.tsx';
import type { Checked, EditedFile } from '../form-shapes.ts';
import { FileContext } from './file-context.ts';
import { GroupFields } from './value-fields.tsx';
import { SaveDialog } from './saves-part.tsx';

type Props = {
  file: EditedFile;
  /** Called after a save. */
  onSaved: () => void;
  /** Reads the file again. */
  onReload: () => void;
};

type Typed = { values: unknown; edits: ContentEdit[] };

/** The form of a file. Nothing is written before the organiser has seen all changes. */
export function FileForm({ file, onSaved, onReload }: Props) {
  const { key, title, text, form, notes, usual, mayEdit } = file;
  const [{ values, edits }, setTyped] = useState<Typed>({ values: file.values, edits: [] });
  const [checked, setChecked] = useState<Checked>();
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [saving, setSaving] = useState<object>();
  const place = useRef<HTMLFormElement>(null);
  // When the fields show their mistakes.
  useEffect(() => {
    if (checked?.is === 'wrong') showFirst(place.current);
  }, [checked]);

  // One press may make two edits, such as that of a name and of the id that follows from it.
  function edit(next: ContentEdit) {
    setTyped((before) => {
      const whole = withUsualList(before.values, usual, next);
      return {
        values: withEdit(before.values, whole),
        edits: joinedEdits(before.edits, whole),
      };
    });
  }

  async function check(both?: string) {
    const change = { file: key, base: text, edits, ...(both !== undefined && { both }) };
    setPending(true);
    setTrouble(undefined);
    try {
      const answer = await tell<Checked>('/content/check', change);
      setChecked(answer);
      if (answer.is === 'right') setSaving(change);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
    } finally {
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void check();
  }

  function discard() {
    setTyped({ values: file.values, edits: [] });
    setChecked(undefined);
    setTrouble(undefined);
  }

  if (form.kind !== 'group') return null;
  const mistakes = checked?.is === 'wrong' ? checked.mistakes : [];
  const bases = file.values;
  return (
    <form ref={place} noValidate onSubmit={submit} className="flex max-w-3xl flex-col gap-6">
      <h2 className="border-t border-ink pt-4 font-serif text-name">{title}</h2>
      {!mayEdit && <p className="text-soft">You can read this, and have no right to change it.</p>}
      {mistakes.length > 0 && <Mistakes mistakes={mistakes} />}
      <FileContext value={{ values, bases, usual, notes, mistakes, edit, timeZone: file.timeZone }}>
        <fieldset disabled={!mayEdit} className="contents">
          <GroupFields fields={form.fields} path={[]} />
        </fieldset>
      </FileContext>
      {checked?.is === 'overtaken' && (
        <Overtaken checked={checked} onBoth={check} onReload={onReload} />
      )}
      {trouble !== undefined && <Trouble words={trouble} />}
      {mayEdit && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-4">
          <Button type="submit" disabled={edits.length === 0} pending={isPending}>
            Check and preview
          </Button>
          {edits.length > 0 && (
            <Button variant="quiet" onClick={discard}>
              Discard my changes
            </Button>
          )}
        </div>
      )}
      <SaveDialog
        open={saving !== undefined}
        heading="Save and publish"
        change={saving ?? {}}
        onClose={() => setSaving(undefined)}
        onSaved={onSaved}
      />
    </form>
  );
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

/** An edit inside a list of the product's own sentences makes the whole list one of the conference. */
function withUsualList(values: unknown, usual: unknown, edit: ContentEdit): ContentEdit {
  const depth = edit.path.findIndex((_, at) => {
    const path = edit.path.slice(0, at + 1);
    return valueAt(values, path) === undefined && Array.isArray(valueAt(usual, path));
  });
  if (depth === -1 || (edit.do === 'set' && depth === edit.path.length - 1)) return edit;
  const path = edit.path.slice(0, depth + 1);
  const list = withEdit(valueAt(usual, path), { ...edit, path: edit.path.slice(depth + 1) });
  return { do: 'set', path, value: list as Written };
}

function showFirst(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>('[aria-invalid]');
  first?.focus();
  first?.scrollIntoView({ block: 'center' });
}
