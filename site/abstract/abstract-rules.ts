import * as z from 'zod/mini';
import { required, requiredEmail } from '#site/forms/field-rules.ts';
import { personLimits } from '#site/forms/person-limits.ts';
import { fileError } from './abstract-file.ts';

export const titles = ['Dr', 'Mr', 'Ms', 'Prof'];

/** What stands in the fields, by the names that the call has for them. */
export type AbstractFields = {
  titlePrefix: string;
  name: string;
  phone: string;
  email: string;
  organizationName: string;
  country: string;
  interestedInId: string;
  sessionId: string;
  abstractFile?: File | undefined;
  captcha: string;
  /** The honeypot. */
  website?: string | undefined;
};

export const defaults: AbstractFields = {
  titlePrefix: '',
  name: '',
  phone: '',
  email: '',
  organizationName: '',
  country: '',
  interestedInId: '',
  sessionId: '',
  abstractFile: undefined,
  captcha: '',
};

/** What the two lists of the form offer. */
export type Offered = { interests: readonly Choice[]; sessions: readonly Choice[] };
type Choice = { id: string };

/** Checks all fields at once; `code` is the captcha that is shown. */
export function rulesFor(code: string | undefined, offered: Offered) {
  return z.object({
    website: z.optional(z.string()),
    titlePrefix: required('Title required'),
    name: required('Name required'),
    phone: required('Phone required'),
    email: requiredEmail('Email required'),
    organizationName: required('Organization required'),
    country: required('Country required'),
    interestedInId: oneOf(offered.interests, 'Interest area required'),
    sessionId: oneOf(offered.sessions, 'Session required'),
    abstractFile: z.pipe(
      z.optional(z.instanceof(File)),
      z.transform((file, check) => {
        const message = fileError(file);
        if (file && !message) return file;
        check.issues.push({ code: 'custom', input: file, message: message ?? 'File required' });
        return z.NEVER;
      }),
    ),
    captcha: z.string().check(
      z.minLength(1, 'Captcha required'),
      z.refine((typed) => typed === '' || typed === code, 'Captcha incorrect'),
    ),
  });
}

/** An abstract that keeps the rules. */
export type AbstractEntry = z.output<ReturnType<typeof rulesFor>>;

/** A draft may hold a choice that is no longer offered, and then shows none. */
function oneOf(choices: readonly Choice[], message: string) {
  return z.string().check(z.refine((chosen) => choices.some(({ id }) => id === chosen), message));
}

const typed = (most: number) => z.catch(z.string().check(z.maxLength(most)), '');
const Draft = z.object({
  titlePrefix: z.catch(z.enum(titles), ''),
  name: typed(personLimits.name),
  phone: typed(personLimits.phone),
  email: typed(personLimits.email),
  organizationName: typed(personLimits.organization),
  country: typed(personLimits.country),
  interestedInId: typed(200),
  sessionId: typed(200),
  /** Neither is kept: a browser cannot, and the next page has another code. */
  abstractFile: z.catch(z.undefined(), undefined),
  captcha: z.catch(z.literal(''), ''),
});

/** The fields of a draft, with the default for each that is missing or not usable. */
export function readAbstractDraft(found: object): AbstractFields {
  return Draft.parse(found);
}
