import * as z from 'zod/mini';
import { countryNames } from '#contract/countries.ts';
import { person, personLengths } from '#contract/person.ts';
import type { Content } from '#contract/content.ts';
import { html, type Markup } from '#server/markup.ts';
import type { Field } from '#server/orders/correct-person.ts';
import type { Customer } from '#server/orders/orders.ts';

type Words = Content['yourRegistration'];
/** The entries of a form as they were typed. */
export type Typed = { readonly [field in Field]?: string | undefined };
/** The sentences about the entries that cannot be read. */
export type Mistakes = { readonly [field in Field]?: string };

const RULES = {
  name: { schema: person.name, most: personLengths.name, type: 'text', autocomplete: 'name' },
  email: { schema: person.email, most: personLengths.email, type: 'email', autocomplete: 'email' },
  phone: { schema: person.phone, most: personLengths.phone, type: 'tel', autocomplete: 'tel' },
  institute: {
    schema: person.instituteOrUniversity,
    most: personLengths.organization,
    type: 'text',
    autocomplete: 'organization',
  },
  country: {
    schema: z.enum(countryNames),
    most: personLengths.country,
    type: 'text',
    autocomplete: 'country-name',
  },
} as const;

/**
 * Reads the fields of a form. A field that is left empty is no mistake where nothing was entered before, as with
 * the telephone number of an organisation.
 */
export function readFields(
  said: Words,
  fields: readonly Field[],
  typed: Typed,
  before: Partial<Customer> = {},
): { entries: Partial<Customer>; mistakes: Mistakes } {
  const entries: Partial<Customer> = {};
  const mistakes: { [field in Field]?: string } = {};
  for (const field of fields) {
    const text = typed[field] ?? '';
    if (text.trim() === '' && before[field] === '') continue;
    const read = RULES[field].schema.safeParse(text);
    if (read.success) entries[field] = read.data;
    else mistakes[field] = mistakeOf(said, field, text);
  }
  return { entries, mistakes };
}

export function hasMistakes(mistakes: Mistakes): boolean {
  return Object.keys(mistakes).length > 0;
}

function mistakeOf({ details, address }: Words, field: Field, text: string): string {
  if (field === 'country') return details.unknownCountry;
  if (text.trim().length > RULES[field].most) return details.tooLong;
  return field === 'email' ? address.unreadable : details.unreadable[field];
}

/** The field of a form with its label, and with its mistake below it. */
export function personField(
  content: Pick<Content, 'mails'>,
  field: Field,
  {
    typed,
    mistakes,
    label,
    isOwn,
  }: {
    typed: Typed;
    mistakes: Mistakes;
    label?: string;
    /** The field is about the reader, so the browser may fill it in. */
    isOwn: boolean;
  },
): Markup {
  const mistake = mistakes[field];
  const isWrong =
    mistake === undefined ? html`` : html`aria-invalid="true" aria-describedby="${field}-mistake"`;
  return html`<div class="receipt-field">
    <label for="${field}">${label ?? content.mails.labels[field]}</label>
    ${field === 'country' ? countryInput() : lineInput()}
    ${mistake === undefined ? undefined : html`<p id="${field}-mistake" class="receipt-mistake">${mistake}</p>`}
  </div> `;

  function lineInput(): Markup {
    const { type, autocomplete } = RULES[field];
    const value = (typed[field] ?? '').slice(0, RULES[field].most);
    return html`<input
      class="control"
      id="${field}"
      name="${field}"
      type="${type}"
      value="${value}"
      maxlength="${RULES[field].most}"
      autocomplete="${isOwn ? autocomplete : 'off'}"
      ${isWrong}
    />`;
  }

  function countryInput(): Markup {
    const chosen = typed.country ?? '';
    const { autocomplete } = RULES.country;
    return html`<select
      class="control"
      id="country"
      name="country"
      autocomplete="${isOwn ? autocomplete : 'off'}"
      ${isWrong}
    >
      ${['', ...countryNames].map(
        (name) =>
          html`<option value="${name}" ${name === chosen ? html`selected` : html``}>
            ${name}
          </option> `,
      )}
    </select>`;
  }
}
