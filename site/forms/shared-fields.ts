import * as z from 'zod/mini';
import { personLengths } from '#contract/person.ts';
import { captchaError, type CaptchaMessages } from './captcha.ts';
import { choiceField, requiredEmail, textField } from './form-fields.ts';

/** A draft does not keep the captcha, because the next page has another code. */
const withoutCaptcha: z.ZodMiniType<string> = z.catch(z.literal(''), '');

/** The fields that the three forms share. `missing` words the message of an empty field. */
export function sharedFields(missing: (label: string) => string) {
  return {
    name: textField({
      label: 'Name',
      longest: personLengths.name,
      missing: missing('Name'),
      input: { autoComplete: 'name' },
    }),
    phone: textField({
      label: 'Phone',
      longest: personLengths.phone,
      missing: missing('Phone'),
      input: { type: 'tel', autoComplete: 'tel' },
    }),
    email: {
      ...textField({
        label: 'Email',
        longest: personLengths.email,
        input: { type: 'email', autoComplete: 'email' },
        missing: missing('Email'),
      }),
      rule: requiredEmail(missing('Email')),
    },
    country: {
      ...textField({
        label: 'Country',
        longest: personLengths.country,
        missing: missing('Country'),
      }),
      // The lists of countries come from elsewhere.
      input: {
        label: 'Country',
        required: true,
        unset: 'Choose a country',
        autoComplete: 'country-name',
      },
    },
    /** `captchaRule` checks it. */
    captcha: {
      input: {},
      initial: '',
      draft: withoutCaptcha,
      rule: z.string(),
    },
  };
}

type TitleDeclaration = { choices: readonly string[]; unset: string; missing?: string };

export function titleField(declared: TitleDeclaration) {
  return choiceField({ label: 'Title', autoComplete: 'honorific-prefix', ...declared });
}

export function organizationField(label: string, missing: string) {
  const input = { autoComplete: 'organization' };
  return textField({ label, longest: personLengths.organization, missing, input });
}

/** Compares what was typed with the code that the page shows. */
export function captchaRule(code: string | undefined, messages?: CaptchaMessages) {
  return z.string().check(({ value, issues }) => {
    const message = captchaError(value, code, messages);
    if (message) issues.push({ code: 'custom', input: value, message });
  });
}
