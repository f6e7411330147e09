import { type FormEvent, useCallback, useState } from 'react';
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
import type { Checked, EditedFile, Shape } from '../form-shapes.ts';
import { CheckAnswer, Mistakes, useShownAnswer } from './check-answer.tsx';
import { FileContext } from './file-context.ts';
import { GroupFields } from './value-fields.tsx';
import { SaveDialog } from './saves-part.tsx';

type Props = {
  file: EditedFile;
  form: Shape;
  /** Called after a save. */
  onSaved: () => void;
  /** Reads the file again. */
  onReload: () => void;
};

type Typed = { values: unknown; edits: ContentEdit[] };

const NOT_USED = 'The photograph is not in the form yet: press “Use this photograph”.';

/** The form of a file. Nothing is written before the organiser has seen all changes. */
export function FileForm({ file, form, onSaved, onReload }: Props) {
  const { key, title, text, notes, usual, mayEdit } = file;
  const [{ values, edits }, setTyped] = useState<Typed>({ values: file.values, edits: [] });
  const [checked, setChecked] = useState<Checked>();
  const [trouble, setTrouble] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [saving, setSaving] = useState<object>();
  // The places at which a photograph is chosen and not used.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const place = useShownAnswer(checked, trouble);

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

  const onPhotograph = useCallback((at: string, isChosen: boolean) => {
    setChosen((before) => [...before.filter((each) => each !== at), ...(isChosen ? [at] : [])]);
  }, []);

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
    if (chosen.length === 0) void check();
    else setChecked({ is: 'wrong', mistakes: chosen.map((at) => ({ at, words: NOT_USED })) });
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
      <FileContext
        value={{
          values,
          bases,
          usual,
          notes,
          mistakes,
          edit,
          timeZone: file.timeZone,
          onPhotograph,
        }}
      >
        <fieldset disabled={!mayEdit} className="contents">
          <GroupFields fields={form.fields} path={[]} />
        </fieldset>
      </FileContext>
      <CheckAnswer checked={checked} onBoth={check} onReload={onReload} />
      {trouble !== undefined && <Trouble words={trouble} />}
      {mayEdit && (
        <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-4">
          <Button
            type="submit"
            disabled={edits.length === 0 && chosen.length === 0}
            pending={isPending}
          >
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
