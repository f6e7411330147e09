import { use, useState } from 'react';
import { isGroup, type Step, valueAt, type Written } from '#contract/content/content-edits.ts';
import { plainLetter } from '#contract/person-name.ts';
import { SelectField, TextAreaField, TextField } from '#site/ui/field.tsx';
import type { Field } from '../form-shapes.ts';
import { FileContext, type Wiring } from './file-context.ts';
import { PhotographField } from './photograph-field.tsx';

type Props = {
  field: Field;
  path: readonly Step[];
  /** In the file, or else of the product's own sentences. */
  value: unknown;
  note: string | undefined;
};

/** The input of a single value. */
export function LeafField({ field, path, value, note }: Props) {
  const { mistakes, timeZone, values } = use(FileContext);
  const set = useSetValue(field, path);
  const { label, isOptional, shape } = field;
  const error = mistakes.find(({ at }) => at === path.join('.'))?.words;
  const wiring = { label, required: !isOptional, hint: note, error };
  const words = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  switch (shape.kind) {
    case 'choice':
      return (
        <SelectField
          {...wiring}
          value={words}
          onChange={({ target }) => set(target.value)}
          choices={shape.choices}
          unset={isOptional ? 'Not set' : 'Please choose'}
        />
      );
    case 'switch':
      return (
        <SelectField
          {...wiring}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => set(target.value === '' ? '' : target.value === 'true')}
          choices={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          {...(isOptional && { unset: 'Not set' })}
        />
      );
    case 'number':
    case 'number-or-word':
      return <NumberField wiring={wiring} words={words} onChange={set} />;
    case 'date':
      return (
        <TextField
          {...wiring}
          type="date"
          value={words}
          onChange={({ target }) => set(target.value)}
        />
      );
    case 'time':
      return (
        <TextField
          {...wiring}
          type="time"
          value={words}
          onChange={({ target }) => set(target.value)}
        />
      );
    case 'moment':
      return <MomentFields {...{ wiring, words, timeZone }} onChange={set} />;
    case 'price':
      return (
        <PriceFields {...{ wiring, value }} phases={phasesIn(values)} path={path} onChange={set} />
      );
    case 'either': {
      const [first] = shape.fields;
      return (
        <div className="flex flex-col gap-1.5">
          <TextField
            {...wiring}
            autoComplete="off"
            value={words}
            onChange={({ target }) => set(target.value)}
          />
          {first && words !== '' && (
            <button
              type="button"
              className="link self-start py-1 text-small"
              onClick={() => set({ [first.key]: words })}
            >
              Several: {shape.fields.map((each) => each.label.toLowerCase()).join(', ')}
            </button>
          )}
        </div>
      );
    }
    case 'picture':
      return (
        <PhotographField
          {...{ wiring, words }}
          place={path.join('.')}
          name={nameBeside(values, path)}
          onChange={set}
        />
      );
    case 'fixed':
      return (
        <p className="text-small text-soft">
          <b>{label}</b>: only in the file itself.
        </p>
      );
    default:
      return <WordsField {...{ wiring, words }} onChange={set} />;
  }
}

/** Sets a value. An empty one that may be missing, and one that is the product's own, are not in the file. */
function useSetValue({ isOptional, key }: Field, path: readonly Step[]) {
  const { values, bases, usual, edit } = use(FileContext);
  return (value: Written) => {
    const isUsual = value === valueAt(usual, path) && typeof path.at(-1) === 'string';
    const isNothing = (value === '' && isOptional) || isUsual;
    if (!isNothing) edit({ do: 'set', path: [...path], value });
    else if (valueAt(values, path) !== undefined) edit({ do: 'unset', path: [...path] });
    const group = path.slice(0, -1);
    const id = nextId(valueAt(values, group), valueAt(bases, group.slice(0, -1)), { key, value });
    if (id !== undefined) edit({ do: 'set', path: [...group, 'id'], value: id });
  };
}

const NAMES = ['name', 'label', 'title'];

/** The id of a new entry follows from its name, until somebody types another. An entry that was there keeps its own. */
function nextId(entry: unknown, list: unknown, { key, value }: { key: string; value: Written }) {
  if (!NAMES.includes(key) || typeof value !== 'string' || !isGroup(entry)) return undefined;
  const { id } = entry;
  const isOld = Array.isArray(list) && list.some((each) => isGroup(each) && each['id'] === id);
  if (typeof id !== 'string' || isOld) return undefined;
  return id === '' || id === idOf(String(entry[key])) ? idOf(value) : undefined;
}

function idOf(name: string): string {
  return [...name.normalize('NFC')]
    .map(plainLetter)
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** The name of the entry that has a picture. */
function nameBeside(values: unknown, path: readonly Step[]): string {
  const entry = valueAt(values, path.slice(0, -1));
  return isGroup(entry) ? String(entry['id'] ?? entry['name'] ?? '') : '';
}

function phasesIn(values: unknown): string[] {
  const phases = valueAt(values, ['phases']);
  return Array.isArray(phases) ? phases.map((phase) => String(Object(phase).name)) : [];
}

type SingleProps = { wiring: Wiring; words: string; onChange: (value: Written) => void };

/** A text. It stays the input that it was when somebody began to type: another one would be without the cursor. */
function WordsField({ wiring, words, onChange }: SingleProps) {
  const [wasLong, setWasLong] = useState<boolean>();
  const isLong = words.includes('\n') || (wasLong ?? words.length > 60);
  const props = {
    ...wiring,
    value: words,
    onFocus: () => setWasLong(isLong),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return isLong ? (
    <TextAreaField
      {...props}
      rows={Math.min(12, Math.ceil(words.length / 75) + words.split('\n').length)}
    />
  ) : (
    <TextField {...props} autoComplete="off" />
  );
}

/** Keeps what is typed, such as the point of 1.5 before its last digit. */
function NumberField({ wiring, words, onChange }: SingleProps) {
  const [typed, setTyped] = useState(words);
  const shown = numberIn(typed) === numberIn(words) ? typed : words;
  return (
    <TextField
      {...wiring}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(numberIn(target.value));
      }}
    />
  );
}

function numberIn(typed: string): string | number {
  return /^-?\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : typed.trim();
}

const ANYWHERE = 'AoE';

/** A day, with an hour if it does not end with the day. */
function MomentFields({ wiring, words, timeZone, onChange }: SingleProps & { timeZone: string }) {
  const { label, required, hint, error } = wiring;
  const given = words.split(' ').filter(Boolean);
  const day = given.find((part) => /^\d+-/.test(part)) ?? '';
  const time = given.find((part) => part.includes(':')) ?? '';
  const zone = given.find((part) => part !== day && part !== time) ?? '';
  // An hour stays while its day is being typed; the check names one that has none.
  const set = (next: { day?: string; time?: string; zone?: string }) => {
    const parts = { day, time, zone, ...next };
    onChange([parts.day, parts.time, parts.zone].filter(Boolean).join(' '));
  };
  const zones = [
    { value: '', label: `by the clock of ${timeZone}` },
    { value: ANYWHERE, label: 'until it has ended everywhere (AoE)' },
  ];
  const others = zone === '' || zone === ANYWHERE ? [] : [{ value: zone, label: zone }];
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{label}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Day"
          required={required}
          error={error}
          type="date"
          value={day}
          onChange={({ target }) => set({ day: target.value })}
        />
        <TextField
          label="Hour, if not the whole day"
          type="time"
          value={time}
          onChange={({ target }) => set({ time: target.value })}
        />
        <SelectField
          label="Time zone"
          value={zone}
          onChange={({ target }) => set({ zone: target.value })}
          choices={[...zones, ...others]}
        />
      </div>
      {hint !== undefined && <p className="text-label text-faint">{hint}</p>}
    </fieldset>
  );
}

type PriceProps = {
  wiring: Wiring;
  value: unknown;
  phases: readonly string[];
  path: readonly Step[];
  onChange: (value: Written) => void;
};

/** One amount, or one for each phase. */
function PriceFields({ wiring, value, phases, path, onChange }: PriceProps) {
  const { mistakes } = use(FileContext);
  const list = Array.isArray(value) ? value.map(String) : undefined;
  const single = list === undefined && value !== undefined ? String(value) : '';
  if (list === undefined) {
    return (
      <div className="flex flex-col gap-1.5">
        <TextField
          {...wiring}
          inputMode="decimal"
          autoComplete="off"
          value={single}
          onChange={({ target }) => onChange(target.value)}
        />
        {phases.length > 1 && (
          <button
            type="button"
            className="link self-start py-1 text-small"
            onClick={() => onChange(phases.map(() => single))}
          >
            One price for each phase
          </button>
        )}
      </div>
    );
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">{wiring.label}</legend>
      {wiring.error !== undefined && <p className="text-small text-error">{wiring.error}</p>}
      <div className="grid gap-4 sm:grid-cols-3">
        {list.map((amount, at) => (
          <TextField
            // oxlint-disable-next-line react/no-array-index-key -- The phases have this order.
            key={at}
            label={phases[at] ?? String(at + 1)}
            inputMode="decimal"
            autoComplete="off"
            error={mistakes.find((one) => one.at === [...path, at].join('.'))?.words}
            value={amount}
            onChange={({ target }) => onChange(list.with(at, target.value))}
          />
        ))}
      </div>
      <button
        type="button"
        className="link self-start py-1 text-small"
        onClick={() => onChange(list.at(-1) ?? '')}
      >
        One price for all phases
      </button>
    </fieldset>
  );
}
