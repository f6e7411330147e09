import type { Words } from '#server/errors.ts';
import { countryIn } from '#contract/country-name.ts';
import { countryNames } from '#contract/countries.ts';
import { html, type Markup } from '#server/markup.ts';

/** A field of a form that the server renders. The styles are in site/receipt.css. */
export type FormField = {
  name: string;
  /** If a page has fields of the same name. */
  id?: string;
  label: string;
  /** Shown between the label and the input. */
  note?: string | undefined;
  /** The sentence about an entry that cannot be used. */
  mistake?: string | undefined;
  /** The only field of a form: its mistake is read out when the page opens. */
  isAlone?: boolean;
  value?: string | undefined;
  isRequired?: boolean;
  /** The name by which browsers fill the field in. */
  autocomplete?: string;
};

type Line = {
  /** The largest number of characters, or the largest number. */
  most: number;
  type?: 'text' | 'email' | 'tel' | 'number';
  /** For a number of a document, which no browser should correct. */
  isCode?: boolean;
};

/** A field for one line. An entry that is too long is shown again, but not all of a very long one. */
export function lineField(field: FormField, { most, type = 'text', isCode = false }: Line): Markup {
  const limit = type === 'number' ? html`min="0" max="${most}"` : html`maxlength="${most}"`;
  const code = isCode ? html`autocapitalize="characters" spellcheck="false"` : undefined;
  const value = (field.value ?? '').slice(0, 2 * most);
  return labelled(
    field,
    (attributes) => html`<input ${attributes} type="${type}" value="${value}" ${limit} ${code} />`,
  );
}

/** A field for several lines of at most `most` characters each, of which it shows some. */
export function linesField(
  field: FormField,
  { most, lines, shown = 4 }: { most: number; lines: number; shown?: number },
): Markup {
  const whole = most * lines;
  const value = (field.value ?? '').slice(0, 2 * whole);
  // The line break after the tag is no part of the text.
  return labelled(
    field,
    (attributes) =>
      html`<textarea ${attributes} rows="${Math.min(lines, shown)}" maxlength="${whole}">
${value}</textarea>`,
  );
}

/** A field with a list of choices; those that are not on offer now are shown, and cannot be chosen. */
export function choiceField(
  field: FormField,
  choices: readonly { value: string; words: string; isDisabled?: boolean }[],
): Markup {
  const { value: chosen } = field;
  return labelled(
    field,
    (attributes) =>
      html`<select ${attributes}>
        ${choices.map(({ value, words, isDisabled }) => {
          const state = value === chosen ? html`selected` : isDisabled ? html`disabled` : undefined;
          return html`<option value="${value}" ${state}>${words}</option> `;
        })}
      </select>`,
  );
}

/** A field with all countries, or with `names`, in a language; `none` is shown before one is chosen. */
export function countryField(
  field: FormField,
  none: string,
  said: Words,
  names: readonly string[] = countryNames,
): Markup {
  const { language } = said;
  const { compare } = new Intl.Collator(language);
  const named = names.map((name) => ({ value: name, words: countryIn(name, said) }));
  // English names are sorted already, with “Other” at the end.
  const countries =
    language === 'en' ? named : named.toSorted((one, other) => compare(one.words, other.words));
  return choiceField(field, [{ value: '', words: none }, ...countries]);
}

/** A field for a file; `accept` names the endings that a browser offers. */
export function fileField(field: FormField, accept: string): Markup {
  return labelled(
    field,
    (attributes) => html`<input ${attributes} type="file" accept="${accept}" />`,
  );
}

type Check = {
  name: string;
  value: string;
  isChecked: boolean;
  isDisabled?: boolean;
  /** The browser sends no form without it, so that a forgotten box costs no upload. */
  isRequired?: boolean;
  label: string;
  note?: string;
  /** A further note, on a line of its own. */
  more?: string | undefined;
};

/** A field to check, or one of several of which one is checked. */
export function checkField(
  type: 'checkbox' | 'radio',
  { name, value, isChecked, isDisabled = false, isRequired = false, label, note, more }: Check,
): Markup {
  const marks = [isChecked ? 'checked' : isDisabled && 'disabled', isRequired && 'required'];
  const state = marks.filter(Boolean).join(' ');
  return html`<label class="receipt-check">
    <input type="${type}" name="${name}" value="${value}" ${state} />
    <span
      >${label}
      ${[note, more].map((text) => (text === undefined ? html`` : html`<span class="receipt-note">${text}</span>`))}</span
    >
  </label> `;
}

export type Hidden = Readonly<Record<string, string | number | undefined>>;

/** The entries that a form sends again. */
export function hiddenFields(entries: Hidden): Markup {
  return html`${Object.entries(entries).map(([name, value]) =>
    value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}" /> `,
  )}`;
}

function labelled(field: FormField, input: (attributes: Markup) => Markup): Markup {
  const { name, id = name, label, note, mistake, isRequired, autocomplete = 'off' } = field;
  const descriptions = [
    ...(note === undefined ? [] : [`${id}-note`]),
    ...(mistake === undefined ? [] : [`${id}-mistake`]),
  ];
  const describedBy = html`aria-describedby="${descriptions.join(' ')}"`;
  const attributes = html`class="control" id="${id}" name="${name}" autocomplete="${autocomplete}"
  ${isRequired ? html`required` : undefined} ${descriptions.length > 0 ? describedBy : undefined}
  ${mistake === undefined ? undefined : html`aria-invalid="true"`}`;
  return html`<div class="receipt-field">
    <label for="${id}">${label}</label>
    ${note === undefined ? undefined : html`<p id="${id}-note">${note}</p>`} ${input(attributes)}
    ${mistake === undefined ? undefined : html`<p id="${id}-mistake" class="receipt-mistake" ${field.isAlone ? html`role="alert"` : undefined}>${mistake}</p>`}
  </div> `;
}
