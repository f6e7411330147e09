import { useCallback, useState } from 'react';
import {
  type ContentEdit,
  joinedEdits,
  valueAt,
  withEdit,
  type Written,
} from '#contract/content/content-edits.ts';
import { Button } from '#site/ui/button.tsx';
import type { EditedFile, Shape } from '../form-shapes.ts';
import { CheckedForm, useCheck } from './checked-form.tsx';
import { FileContext } from './file-context.ts';
import { GroupFields } from './value-fields.tsx';

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

/** The form of a file with values. */
export function FileForm({ file, form, onSaved, onReload }: Props) {
  const { notes, usual, mayEdit } = file;
  const [{ values, edits }, setTyped] = useState<Typed>({ values: file.values, edits: [] });
  // The places at which a photograph is chosen and not used.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const check = useCheck(file, { edits });

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

  function submit() {
    if (chosen.length === 0) void check.run();
    else check.answer({ is: 'wrong', mistakes: chosen.map((at) => ({ at, words: NOT_USED })) });
  }

  function discard() {
    setTyped({ values: file.values, edits: [] });
    check.clear();
  }

  if (form.kind !== 'group') return null;
  const mistakes = check.checked?.is === 'wrong' ? check.checked.mistakes : [];
  const bases = file.values;
  return (
    <CheckedForm
      {...{ file, check, onSaved, onReload }}
      onSubmit={submit}
      buttons={
        <div className="sticky bottom-0 flex flex-wrap items-center gap-4 border-t border-rule bg-paper py-4">
          <Button
            type="submit"
            disabled={edits.length === 0 && chosen.length === 0}
            pending={check.isPending}
          >
            Check and preview
          </Button>
          {edits.length > 0 && (
            <Button variant="quiet" onClick={discard}>
              Discard my changes
            </Button>
          )}
        </div>
      }
    >
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
    </CheckedForm>
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
