import { type ReactNode, use, useState } from 'react';
import { isGroup, type Step, valueAt, type Written } from '#contract/content/content-edits.ts';
import { Button } from '#site/ui/button.tsx';
import type { Field, Shape } from '../form-shapes.ts';
import { FileContext } from './file-context.ts';
import { LeafField } from './leaf-field.tsx';

type GroupProps = { fields: readonly Field[]; path: readonly Step[] };

/** The fields of a group. */
export function GroupFields({ fields, path }: GroupProps) {
  return fields.map((field) => (
    <ValueField
      key={field.key}
      field={field}
      path={[...path, field.key]}
      isAlone={path.length === 0 && fields.length === 1}
    />
  ));
}

type FieldProps = { field: Field; path: readonly Step[]; isAlone?: boolean };

/** A value: a field, or a part of the form that opens. */
function ValueField({ field, path, isAlone = false }: FieldProps) {
  const { values, usual, notes } = use(FileContext);
  const { label, shape, isOptional } = field;
  const value = valueAt(values, path) ?? valueAt(usual, path);
  const note = notes[path.filter((step) => typeof step === 'string').join('.')];
  if (shape.kind === 'group' || (shape.kind === 'either' && isGroup(value))) {
    return (
      <Opening label={label} path={path} aside={value === undefined ? 'not set' : ''} note={note}>
        <GroupFields fields={shape.fields} path={path} />
        {isOptional && valueAt(values, path) !== undefined && (
          <RemoveButton label={label} path={path} />
        )}
      </Opening>
    );
  }
  if (shape.kind === 'list') {
    const list = Array.isArray(value) ? value : [];
    return (
      <Opening {...{ label, path, note, isAlone }} aside={String(list.length)}>
        <ListFields label={label} of={shape.of} list={list} path={path} isOptional={isOptional} />
      </Opening>
    );
  }
  return <LeafField {...{ field, path, value, note }} />;
}

type OpeningProps = {
  label: string;
  isAlone?: boolean;
  path: readonly Step[];
  aside: string;
  note: string | undefined;
  children: ReactNode;
};

/** A part of the form that is closed until somebody wants it, or until it has a mistake. */
function Opening({ label, path, aside, note, isAlone = false, children }: OpeningProps) {
  const { mistakes } = use(FileContext);
  const place = path.join('.');
  const own = mistakes.filter(({ at }) => at === place);
  const isWrong = mistakes.some(({ at }) => at === place || at?.startsWith(`${place}.`) === true);
  // A file that is one list, such as that of the speakers, shows it at once.
  const [isOpen, setOpen] = useState(isAlone);
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-l-2 border-rule ps-4 open:border-accent"
    >
      <summary className="cursor-pointer py-1.5 font-semibold">
        {label} <span className="text-label font-normal text-soft">{aside}</span>
      </summary>
      {/* The fields of a closed part are not made: the texts of all pages are some hundreds. */}
      {(isOpen || isWrong) && (
        <div className="flex flex-col gap-5 pt-2 pb-4">
          {note !== undefined && <p className="text-label text-faint">{note}</p>}
          {own.map(({ words }) => (
            <p key={words} className="font-medium text-error">
              {words}
            </p>
          ))}
          {children}
        </div>
      )}
    </details>
  );
}

type ListProps = {
  label: string;
  of: Shape;
  list: readonly unknown[];
  path: readonly Step[];
  isOptional: boolean;
};

function ListFields({ label, of, list, path, isOptional }: ListProps) {
  const { edit } = use(FileContext);
  return (
    <>
      {list.map((entry, at) => {
        const place = [...path, at];
        const name = nameOf(entry, at);
        const buttons = (
          <EntryButtons name={name} path={place} at={at} of={list.length} isOptional={isOptional} />
        );
        const field = { key: String(at), label: String(at + 1), isOptional: false, shape: of };
        // oxlint-disable-next-line react/no-array-index-key -- The entries have no other names, and a move changes their values.
        if (of.kind !== 'group')
          return <Line key={at} field={field} path={place} buttons={buttons} />;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- As above.
          <Opening
            key={at}
            label={name}
            path={place}
            aside=""
            note={undefined}
            isAlone={name.startsWith(NEW)}
          >
            <GroupFields fields={of.fields} path={place} />
            {buttons}
          </Opening>
        );
      })}
      <Button
        variant="secondary"
        className="self-start"
        aria-label={`Add: ${label}`}
        onClick={() => edit({ do: 'add', path: [...path], value: emptyOf(of) })}
      >
        Add
      </Button>
    </>
  );
}

function Line({ field, path, buttons }: FieldProps & { buttons: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <ValueField field={field} path={path} />
      {buttons}
    </div>
  );
}

type EntryProps = {
  name: string;
  path: readonly Step[];
  at: number;
  of: number;
  isOptional: boolean;
};

function EntryButtons({ name, path, at, of, isOptional }: EntryProps) {
  const { edit } = use(FileContext);
  const move = (to: number) => edit({ do: 'move', path: [...path], to });
  // The last entry of a list that may be missing goes with its key.
  const remove = () =>
    of === 1 && isOptional
      ? edit({ do: 'unset', path: path.slice(0, -1) })
      : edit({ do: 'remove', path: [...path] });
  return (
    <div className="flex flex-wrap gap-x-4">
      {at > 0 && (
        <Button variant="quiet" aria-label={`Up: ${name}`} onClick={() => move(at - 1)}>
          Up
        </Button>
      )}
      {at < of - 1 && (
        <Button variant="quiet" aria-label={`Down: ${name}`} onClick={() => move(at + 1)}>
          Down
        </Button>
      )}
      <Button variant="quiet" aria-label={`Remove: ${name}`} onClick={remove}>
        Remove
      </Button>
    </div>
  );
}

function RemoveButton({ label, path }: { label: string; path: readonly Step[] }) {
  const { edit } = use(FileContext);
  return (
    <Button
      variant="quiet"
      className="self-start"
      aria-label={`Remove: ${label}`}
      onClick={() => edit({ do: 'unset', path: [...path] })}
    >
      Remove
    </Button>
  );
}

/** The beginning of the name of an entry without one, which opens by itself. */
const NEW = 'New, ';

/** The words by which people know an entry of a list. */
function nameOf(entry: unknown, at: number): string {
  const number = String(at + 1);
  if (!isGroup(entry)) return number;
  const { start } = entry;
  const key = ['name', 'label', 'title', 'heading', 'level', 'text', 'id', 'until'].find(
    (each) => typeof entry[each] === 'string' && entry[each] !== '',
  );
  const words = key === undefined ? `${NEW}${number}` : String(entry[key]);
  const short = words.length > 70 ? `${words.slice(0, 69)}…` : words;
  return typeof start === 'string' ? `${start} ${short}` : short;
}

/** A new entry has its required fields. */
function emptyOf(shape: Shape): Written {
  if (shape.kind === 'list') return [];
  if (shape.kind !== 'group') return shape.kind === 'switch' ? false : '';
  const needed = shape.fields.filter(({ isOptional }) => !isOptional);
  return Object.fromEntries(needed.map(({ key, shape: inner }) => [key, emptyOf(inner)]));
}
