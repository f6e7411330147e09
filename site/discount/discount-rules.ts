import * as z from 'zod/mini';
import { captchaError } from '#site/forms/captcha.ts';
import { required, requiredEmail } from '#site/forms/field-rules.ts';
import { personLimits } from '#site/forms/person-limits.ts';
import { readAmount } from './discount-bill.ts';

export const titles = ['Mr.', 'Ms.', 'Dr.', 'Prof.'];
export const methods = ['card', 'paypal'] as const;
export type Method = (typeof methods)[number];

/** What stands in the fields. */
export type DiscountFields = {
  title: string;
  name: string;
  phone: string;
  email: string;
  instituteOrUniversity: string;
  country: string;
  description: string;
  discountAmount: string;
  method: Method;
  captcha: string;
  /** The honeypot. */
  website?: string | undefined;
};

export const defaults: DiscountFields = {
  title: '',
  name: '',
  phone: '',
  email: '',
  instituteOrUniversity: '',
  country: '',
  description: '',
  discountAmount: '',
  method: 'card',
  captcha: '',
};

/** What the server takes at most, in characters. */
export const longest = {
  description: 500,
  discountAmount: 20,
};

/** Checks all fields at once; `code` is the captcha that is shown. */
export function rulesFor(code: string | undefined) {
  return z.object({
    website: z.optional(z.string()),
    title: required('Title is required'),
    name: required('Name is required'),
    phone: required('Phone is required'),
    email: requiredEmail('Email is required'),
    instituteOrUniversity: required('Institute/University is required'),
    country: required('Country is required'),
    description: required('Description is required'),
    discountAmount: z.pipe(
      required('Discount amount is required'),
      z.transform((typed, check) => {
        const amount = readAmount(typed);
        if (amount !== undefined) return amount;
        const message = 'Please enter a valid discount amount';
        check.issues.push({ code: 'custom', input: typed, message });
        return z.NEVER;
      }),
    ),
    method: z.enum(methods),
    captcha: z.string().check(z.trim(), (check) => {
      const message = captchaError(check.value, code);
      if (message) check.issues.push({ code: 'custom', input: check.value, message });
    }),
  });
}

/** A discount registration that keeps the rules; its amount is in cents. */
export type DiscountEntry = z.output<ReturnType<typeof rulesFor>>;

const typed = (most: number) => z.catch(z.string().check(z.maxLength(most)), '');
const Draft = z.object({
  title: z.catch(z.enum(titles), defaults.title),
  name: typed(personLimits.name),
  phone: typed(personLimits.phone),
  email: typed(personLimits.email),
  instituteOrUniversity: typed(personLimits.organization),
  country: typed(personLimits.country),
  description: typed(longest.description),
  discountAmount: typed(longest.discountAmount),
  method: z.catch(z.enum(methods), defaults.method),
  /** Never kept: the next page has another code. */
  captcha: z.catch(z.literal(''), ''),
});

/** The fields of a draft, with the default for each that is missing or not usable. */
export function readDiscountDraft(found: object): DiscountFields {
  return Draft.parse(found);
}
