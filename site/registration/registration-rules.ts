import * as z from 'zod/mini';
import {
  GUESTS,
  guests,
  NIGHTS,
  nights,
  presentationTypes,
  registrationTypes,
} from '#contract/registration-options.ts';
import { captchaError } from '#site/forms/captcha.ts';
import { required, requiredEmail } from '#site/forms/field-rules.ts';

export const titles = ['Mr', 'Ms', 'Dr', 'Prof'];
export const MOST_EXTRA_NIGHTS = 365;

/** What stands in the fields. */
export type RegistrationFields = {
  title: string;
  name: string;
  phone: string;
  email: string;
  institute: string;
  country: string;
  registrationType: string;
  presentationType: string;
  guests: number;
  nights: number;
  accompanyingPerson: boolean;
  /** Not a number while its field is empty. */
  extraNights: number;
  captcha: string;
  /** The honeypot. */
  website?: string | undefined;
};

export const defaults: RegistrationFields = {
  title: '',
  name: '',
  phone: '',
  email: '',
  institute: '',
  country: '',
  registrationType: '',
  presentationType: '',
  guests: GUESTS.byDefault,
  nights: NIGHTS.byDefault,
  accompanyingPerson: false,
  extraNights: 0,
  captcha: '',
};

const presentationType = z.enum(
  Object.values(presentationTypes).map(({ form }) => form),
  'Presentation type is required',
);
const registrationType = z.enum(
  Object.values(registrationTypes).map(({ form }) => form),
  'Registration type is required',
);

/** Checks all fields at once; `code` is the captcha that is shown. */
export function rulesFor(code: string | undefined) {
  return z.object({
    website: z.optional(z.string()),
    /** Neither checked nor sent. */
    title: z.string(),
    name: required('Name is required'),
    phone: required('Phone is required'),
    email: requiredEmail('Email is required'),
    institute: required('Institute is required'),
    country: required('Country is required'),
    registrationType: z.pipe(z.string(), registrationType),
    presentationType: z.pipe(z.string(), presentationType),
    guests,
    nights,
    accompanyingPerson: z.boolean(),
    extraNights: z.pipe(z.union([z.number(), z.nan()]), z.transform(extraNightsOf)),
    captcha: z.string().check((check) => {
      const message = captchaError(check.value, code);
      if (message) check.issues.push({ code: 'custom', input: check.value, message });
    }),
  });
}

/** A registration that keeps the rules. */
export type RegistrationEntry = z.output<ReturnType<typeof rulesFor>>;

/** A whole number of nights, whatever was typed. */
export function extraNightsOf(typed: number): number {
  return Math.min(Math.max(Math.trunc(typed) || 0, 0), MOST_EXTRA_NIGHTS);
}

const typed = (longest = 200) => z.catch(z.string().check(z.maxLength(longest)), '');
const Draft = z.object({
  title: z.catch(z.enum(titles), defaults.title),
  name: typed(),
  phone: typed(),
  email: typed(254),
  institute: typed(),
  country: typed(),
  registrationType: z.catch(z.union([z.literal(''), registrationType]), ''),
  presentationType: z.catch(z.union([z.literal(''), presentationType]), ''),
  guests: z.catch(guests, defaults.guests),
  nights: z.catch(nights, defaults.nights),
  accompanyingPerson: z.catch(z.boolean(), defaults.accompanyingPerson),
  extraNights: z.catch(z.pipe(z.number(), z.transform(extraNightsOf)), defaults.extraNights),
  /** Never kept: the next page has another code. */
  captcha: z.catch(z.literal(''), ''),
});

/** The fields of a draft, with the default for each that is missing or not usable. */
export function readRegistrationDraft(found: object): RegistrationFields {
  return Draft.parse(found);
}
