import { Fragment, type ReactNode, useState } from 'react';
import { COMMAS, SEMICOLONS } from '#contract/signs.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '#site/ui/field.tsx';
import type { FormField as FieldOfForm } from '../actions.ts';

const BETWEEN = new RegExp(`[\\s${COMMAS}${SEMICOLONS}]+`);
const LETTER = 'Subject: \n\nDear {name},\n\n';

const inputs: Partial<Record<FieldOfForm['kind'], { type?: string; inputMode?: 'decimal' }>> = {
  amount: { inputMode: 'decimal' },
  number: { type: 'number' },
  email: { type: 'email' },
  date: { type: 'date' },
};

/** The input of a field, with its present value if there is one. */
export function FormField({ field, current }: { field: FieldOfForm; current: string | undefined }) {
  const { name, label, kind, choices, many, otherwise } = field;
  const required = otherwise === undefined && many !== true;
  const hint = hintOf(field, current);
  const shared = { name, label, required, ...(hint !== undefined && { hint }) };
  if (kind === 'flag') return <CheckboxField name={name} label={label} />;
  if (kind === 'room') return <RoomFields name={name} label={label} current={current} />;
  if (kind === 'sheet') {
    return many ? (
      <TextField {...shared} required type="file" multiple accept=".xlsx,.csv,.zip" />
    ) : (
      <TextField {...shared} type="file" accept=".xlsx,.csv" />
    );
  }
  if (kind === 'document') return <TextField {...shared} type="file" accept=".pdf,.doc,.docx" />;
  // Banks give statements many endings.
  if (kind === 'statement') return <TextField {...shared} type="file" />;
  if (kind === 'letter') {
    return (
      <WithWords field={field}>
        <TextAreaField {...shared} rows={14} defaultValue={LETTER} />
      </WithWords>
    );
  }
  if (choices.length > 0) {
    const values = choices.map(({ value }) => value);
    // The present value stays a choice, even if the field no longer offers it.
    const others = current === undefined || values.includes(current) ? [] : [current];
    // Nobody gets a country or a session that nobody has chosen.
    const hasUnset = current === undefined && !values.includes(otherwise ?? '');
    return (
      <SelectField
        {...shared}
        choices={[...others, ...choices]}
        defaultValue={current ?? (hasUnset ? '' : otherwise)}
        {...(hasUnset && { unset: required ? 'Please choose' : unsetText(otherwise) })}
        {...((kind === 'wish' || kind === 'presentation') &&
          current !== undefined && { unset: 'None' })}
      />
    );
  }
  if (field.longest !== undefined) {
    return <TextAreaField {...shared} rows={4} defaultValue={current} autoComplete="off" />;
  }
  return (
    <WithWords field={field}>
      <TextField {...shared} {...inputs[kind]} defaultValue={current} autoComplete="off" />
    </WithWords>
  );
}

/** An input, and below it the words that it understands. */
function WithWords({ field: { words }, children }: { field: FieldOfForm; children: ReactNode }) {
  if (!words) return children;
  return (
    <div className="grid gap-3">
      {children}
      <details className="text-label">
        <summary className="link cursor-pointer py-1">{shortened(Object.keys(words))}</summary>
        <dl className="mt-2 grid gap-x-5 gap-y-1 sm:grid-cols-[auto_1fr]">
          {Object.entries(words).map(([word, meaning]) => (
            <Fragment key={word}>
              <dt className="font-medium">{word}</dt>
              <dd>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </div>
  );
}

/** The first words of a list, and the number of the others. */
function shortened(words: readonly string[]): string {
  const [first, more] = [words.slice(0, 15), words.length - 15];
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function hintOf({ hint, choices, otherwise }: FieldOfForm, current: string | undefined) {
  const isShown = current === undefined && choices.length === 0 && otherwise !== undefined;
  const parts = [hint, ...(isShown ? [`if empty: ${otherwise}`] : [])].filter(Boolean);
  return parts.length === 0 ? undefined : sentence(parts.join('; '));
}

function unsetText(otherwise = ''): string {
  return otherwise.charAt(0).toUpperCase() + otherwise.slice(1);
}

function sentence(text: string): string {
  return `${unsetText(text)}.`;
}

type RoomProps = { name: string; label: string; current: string | undefined };

/** A room with its nights and guests, as "3,1", or "none". */
function RoomFields({ name, label, current }: RoomProps) {
  const room = current?.includes(',') ? current.split(',') : undefined;
  const [kind, setKind] = useState(room ? 'room' : (current ?? ''));
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        name={`${name}-kind`}
        label={label}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        choices={[
          { value: 'none', label: 'No room' },
          { value: 'room', label: 'A room' },
        ]}
        {...(current === undefined && { unset: 'As it is' })}
      />
      {kind === 'room' && (
        <div className="grid grid-cols-2 gap-5">
          {numbersOfRoom.map(({ part, min, label: words }, at) => (
            <TextField
              key={part}
              name={`${name}-${part}`}
              type="number"
              min={min}
              required
              defaultValue={room?.[at] ?? min}
              label={words}
            />
          ))}
        </div>
      )}
    </div>
  );
}

const numbersOfRoom = [
  { part: 'nights', label: 'Nights', min: 1 },
  { part: 'guests', label: 'Guests', min: 0 },
];

/** The value of a field for the request; undefined if it is empty, or unchanged in a form that does not send all. */
export async function valueIn(
  data: FormData,
  { name, kind, many, otherwise }: FieldOfForm,
  { current = '', sendsAll }: { current?: string | undefined; sendsAll?: true | undefined },
): Promise<unknown> {
  if (kind === 'sheet' && many) {
    const files = data.getAll(name).filter((value) => value instanceof File);
    return Promise.all(
      files.map(async (file) => ({ name: file.name, data: await base64Of(file) })),
    );
  }
  const value = data.get(name);
  if (kind === 'flag') return value === null ? undefined : true;
  if (value instanceof File) return { name: value.name, data: await base64Of(value) };
  if (kind === 'letter')
    return { name: 'letter.md', data: await base64Of(new Blob([value ?? ''])) };
  // A form sends the line breaks of a text area as CRLF.
  const typed =
    kind === 'room' ? roomIn(data, name) : (value ?? '').trim().replaceAll('\r\n', '\n');
  if (many) return typed.split(BETWEEN).filter(Boolean);
  const isUnchanged = typed === current && (!sendsAll || typed === '');
  return isUnchanged && otherwise !== undefined ? undefined : typed;
}

function roomIn(data: FormData, name: string): string {
  const part = (which: string) => String(data.get(`${name}-${which}`) ?? '');
  return part('kind') === 'room' ? `${part('nights')},${part('guests')}` : part('kind');
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => fail(new Error('The file cannot be read.')));
    reader.readAsDataURL(blob);
  });
}
