import * as z from 'zod/mini';
import {
  GUESTS,
  guests,
  NIGHTS,
  nights,
  registrationTypes,
} from '#contract/registration-options.ts';
import { honeypot } from '#contract/text.ts';
import {
  choiceField,
  draftText,
  type FieldOf,
  partOf,
  required,
  type ValuesOf,
} from '#site/forms/form-fields.ts';
import {
  captchaRule,
  organizationField,
  sharedFields,
  titleField,
} from '#site/forms/shared-fields.ts';

export const MOST_EXTRA_NIGHTS = 365;

const none: number[] = [];

/** The fields of the registration form. Everything about a field is declared here. */
export const registrationFields = {
  ...sharedFields((label) => `${label} is required`),
  /** The title is neither checked nor sent. */
  title: titleField({ choices: ['Mr', 'Ms', 'Dr', 'Prof'], unset: 'Choose' }),
  institute: organizationField('Institute / University', 'Institute is required'),
  registrationType: choiceField({
    label: 'Registration type',
    unset: 'Choose a registration type',
    choices: Object.values(registrationTypes).map(({ form, label }) => ({ value: form, label })),
    missing: 'Registration type is required',
  }),
  presentationType: {
    // The conference says which there are.
    input: { label: 'Presentation type', unset: 'Choose a presentation type', required: true },
    initial: '',
    draft: draftText(60),
    rule: required('Presentation type is required'),
  },
  /** How many of each extra, in the order of the conference's. */
  extras: {
    input: {},
    initial: none,
    draft: z.catch(z.array(z.int()), none),
    rule: z.array(z.int()),
  },
  guests: numberField('Guests', GUESTS, guests),
  nights: numberField('Nights', NIGHTS, nights),
  accompanyingPerson: {
    input: { label: 'Accompanying person' },
    initial: false,
    draft: z.catch(z.boolean(), false),
    rule: z.boolean(),
  },
  /** The value is NaN while the field is empty. */
  extraNights: {
    input: {
      label: 'Extra nights',
      type: 'number',
      inputMode: 'numeric',
      min: 0,
      max: MOST_EXTRA_NIGHTS,
      step: 1,
    } as const,
    initial: 0,
    draft: z.catch(z.pipe(z.number(), z.transform(extraNightsOf)), 0),
    rule: z.pipe(z.union([z.number(), z.nan()]), z.transform(extraNightsOf)),
  },
};

export type RegistrationValues = ValuesOf<typeof registrationFields> & { reserved?: string };
export type RegistrationFieldOf = FieldOf<typeof registrationFields>;

export const defaults: RegistrationValues = partOf(registrationFields, 'initial');

const Draft = z.object(partOf(registrationFields, 'draft'));

export function readRegistrationDraft(draft: object): RegistrationValues {
  return Draft.parse(draft);
}

/** Checks all fields at once; `code` is the captcha that the page shows. */
export function rulesFor(code: string | undefined) {
  return z.object({
    ...partOf(registrationFields, 'rule'),
    captcha: captchaRule(code),
    ...honeypot,
  });
}

/** A registration that passed the rules. */
export type RegistrationEntry = z.output<ReturnType<typeof rulesFor>>;

/** Who registers, under the names that the calls have for the fields. */
export function personOnWire({ name, phone, email, institute, country }: RegistrationEntry) {
  return { name, phone, email, instituteOrUniversity: institute, country };
}

/** A whole number of nights, whatever was typed. */
export function extraNightsOf(typed: number): number {
  return Math.min(Math.max(Math.trunc(typed) || 0, 0), MOST_EXTRA_NIGHTS);
}

type Range = { least: number; most: number; byDefault: number };

/** A dropdown with one option for each number. */
function numberField(label: string, range: Range, rule: typeof guests) {
  const { least, most, byDefault } = range;
  const choices = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  return { input: { label, choices }, initial: byDefault, draft: z.catch(rule, byDefault), rule };
}
