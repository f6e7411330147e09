import * as labels from 'content:labels/registration';
import * as forms from 'content:labels/forms';
import * as z from 'zod/mini';
import type { RequestValue } from '#contract/requested.ts';
import { type AnyRequest, NOTHING, ofRequests } from '#contract/requests.ts';
import {
  GUESTS,
  guests,
  NIGHTS,
  nights,
  registrationTypes,
} from '#contract/registration-options.ts';
import { honeypot } from '#contract/text.ts';
import {
  captchaRule,
  choiceField,
  draftText,
  type FieldOf,
  organizationField,
  partOf,
  required,
  requiredFields,
  sharedFields,
  titleField,
  type ValuesOf,
} from '#site/forms/form-fields.ts';
import { titles } from '#site/forms/titles.ts';

const none: number[] = [];
const requestLabels = {
  accompanyingPerson: labels.accompanyingPerson,
  extraNights: labels.extraNights,
};

/** The fields of the registration form. Everything about a field is declared here. */
export const registrationFields = {
  ...sharedFields(requiredFields),
  /** The title is neither checked nor sent. */
  title: titleField({ choices: titles }),
  institute: organizationField(forms.institute, labels.instituteRequired),
  registrationType: choiceField({
    label: labels.registrationType,
    // The form adds this text and that of the presentation type.
    unset: '',
    choices: [
      { value: registrationTypes.registration.form, label: labels.registrationOnly },
      { value: registrationTypes.stay.form, label: labels.registrationAndAccommodation },
    ],
    missing: labels.registrationTypeRequired,
  }),
  presentationType: {
    // The form adds the choices, which come from the offer.
    input: {
      label: labels.presentationType,
      required: true,
    },
    initial: '',
    draft: draftText(60),
    rule: required(labels.presentationTypeRequired),
  },
  /** The number of each extra, in the order of the offer. */
  extras: {
    input: {},
    initial: none,
    draft: z.catch(z.array(z.int()), none),
    rule: z.array(z.int()),
  },
  /** Only a conference with prices for members shows this field. */
  membershipNumber: {
    input: { label: '', maxLength: 60 },
    initial: '',
    draft: draftText(60),
    rule: z.string(),
  },
  guests: numberField(labels.guests, GUESTS, guests),
  nights: numberField(labels.nights, NIGHTS, nights),
  ...ofRequests(requestField),
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

/** Turns any typed number into a whole number from 0 to `most`. */
export function wholeNumberOf(typed: number, most: number): number {
  return Math.min(Math.max(Math.trunc(typed) || 0, 0), most);
}

function requestField(request: AnyRequest) {
  if (request.kind === 'yes') return askedIn(request, z.boolean(), {});
  const { kind, most } = request;
  if (kind === 'text') return askedIn(request, z.string().check(z.trim()), { maxLength: most });
  // The value is NaN while the field is empty.
  const typed = z.union([z.number(), z.nan()]);
  const whole = z.transform((number: number) => wholeNumberOf(number, most));
  const numeric = { type: 'number', inputMode: 'numeric', min: 0, max: most, step: 1 } as const;
  return askedIn(request, z.pipe(typed, whole), numeric);
}

function askedIn<Input>({ id, kind }: AnyRequest, rule: z.ZodMiniType<RequestValue>, input: Input) {
  const initial = NOTHING[kind];
  return {
    input: { label: requestLabels[id], ...input },
    initial,
    draft: z.catch(rule, initial),
    rule,
  };
}

type Range = { least: number; most: number; byDefault: number };

/** A dropdown with one option for each number. */
function numberField(label: string, range: Range, rule: typeof guests) {
  const { least, most, byDefault } = range;
  const choices = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  return { input: { label, choices }, initial: byDefault, draft: z.catch(rule, byDefault), rule };
}
