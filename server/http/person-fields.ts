import * as z from 'zod/mini';
import { countryNames } from '#contract/countries.ts';
import { person, personLengths } from '#contract/person.ts';
import type { Content } from '#contract/content.ts';
import type { Markup } from '#server/markup.ts';
import { countryField, lineField } from './form-field.ts';

const fields = {
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
type PersonField = keyof typeof fields;

/** The entries of a form about a person as they were typed. */
export type Typed = { readonly [field in PersonField]?: string | undefined };
/** The sentences about the entries that cannot be read. */
export type Mistakes = { readonly [field in PersonField]?: string };
/** The entries with which a form is shown, and the words above it if they cannot be used. */
export type Filled = {
  typed?: Typed;
  mistakes?: Mistakes;
  trouble?: string | undefined;
};

/**
 * Reads the fields of a form. A field that is left empty is no mistake where nothing was entered before, as with
 * the telephone number of an organisation.
 */
export function readFields(
  { yourRegistration: { personFields: said } }: Pick<Content, 'yourRegistration'>,
  asked: readonly PersonField[],
  typed: Typed,
  before: Typed = {},
): { entries: { [field in PersonField]?: string }; mistakes: Mistakes } {
  const entries: { [field in PersonField]?: string } = {};
  const mistakes: { [field in PersonField]?: string } = {};
  for (const field of asked) {
    const text = typed[field] ?? '';
    if (text.trim() === '' && before[field] === '') continue;
    const { schema, most } = fields[field];
    const read = schema.safeParse(text);
    if (read.success) entries[field] = read.data;
    else if (field !== 'country' && text.trim().length > most) mistakes[field] = said.tooLong;
    else mistakes[field] = said.unreadable[field];
  }
  return { entries, mistakes };
}

export function hasMistakes(mistakes: Mistakes): boolean {
  return Object.keys(mistakes).length > 0;
}

/** A field of a form about a person. */
export function personField(
  content: Pick<Content, 'mails' | 'yourRegistration' | 'language' | 'labels'>,
  field: PersonField,
  { typed = {}, mistakes = {} }: Filled,
  about: {
    label?: string;
    note?: string;
    /** The field is about the reader, so the browser may fill it in. */
    isOwn: boolean;
    isRequired?: boolean;
  },
): Markup {
  const { mails, yourRegistration, language, labels } = content;
  const { label = mails.labels[field], note, isOwn, isRequired = false } = about;
  const { most, type, autocomplete } = fields[field];
  const shown = {
    name: field,
    label,
    note,
    mistake: mistakes[field],
    value: typed[field],
    isRequired,
    autocomplete: isOwn ? autocomplete : 'off',
  };
  return field === 'country'
    ? countryField(shown, yourRegistration.personFields.choose, { language, labels })
    : lineField(shown, { most, type });
}
