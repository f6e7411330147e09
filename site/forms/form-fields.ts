import * as labels from 'content:labels/forms';
import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { personLengths } from '#contract/person.ts';
import { emailAddress } from '#contract/text.ts';
import type { Choice } from '#site/ui/field.tsx';
import { captchaError, type CaptchaMessages } from './captcha.ts';

/** The declaration of one field of a form. */
export type FormField = {
  /** The label and the other attributes of the element. */
  input: object;
  /** The value in an empty form. */
  initial: unknown;
  /** Reads the field of a draft. A missing or invalid value becomes the initial value. */
  draft: z.ZodMiniType;
  /** Checks the field when the form is sent. */
  rule: z.ZodMiniType;
};
export type FormFields<Fields> = { [Name in keyof Fields]: FormField };

/** The values that the visitor has typed and chosen. */
export type ValuesOf<Fields extends FormFields<Fields>> = {
  [Name in keyof Fields]: z.output<Fields[Name]['draft']>;
};

/** The attributes of one field for its component, with its error. */
export type FieldOf<Fields extends FormFields<Fields>> = <Name extends keyof Fields & string>(
  name: Name,
  options?: { valueAsNumber: true },
) => Fields[Name]['input'] & UseFormRegisterReturn<Name> & { error: string | undefined };

/** One part of every field: the initial values, or the schemas of the draft or of the rules. */
export function partOf<Fields extends FormFields<Fields>, Part extends keyof FormField>(
  fields: Fields,
  part: Part,
) {
  const parts = Object.entries<FormField>(fields).map(([name, field]) => [name, field[part]]);
  return Object.fromEntries(parts) as { [Name in keyof Fields]: Fields[Name][Part] };
}

type TextDeclaration = {
  label: string;
  /** The largest number of characters. */
  longest: number;
  /** The message for an empty field. */
  missing: string;
  input?: Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'>;
};

/** A line of text that the visitor has to fill in. */
export function textField({ label, longest, missing, input }: TextDeclaration) {
  return {
    input: { label, required: true, maxLength: longest, ...input },
    initial: '',
    draft: draftText(longest),
    rule: required(missing),
  };
}

type ChoiceDeclaration = {
  label: string;
  choices: readonly (Choice | string)[];
  /** The text of the field before the visitor has chosen. */
  unset: string;
  /** The message for an empty field. Without a message the choice is neither required nor checked. */
  missing?: string;
  autoComplete?: string;
};

export function choiceField({ missing, ...input }: ChoiceDeclaration) {
  const values = input.choices.map((choice) =>
    typeof choice === 'string' ? choice : choice.value,
  );
  return {
    input: { ...input, required: missing !== undefined },
    initial: '',
    draft: z.catch(z.enum(['', ...values]), ''),
    rule: missing === undefined ? z.string() : z.pipe(z.string(), z.enum(values, missing)),
  };
}

export function draftText(longest: number) {
  return z.catch(z.string().check(z.maxLength(longest)), '');
}

/** A line that must not be empty. Blanks count as empty. */
export function required(message: string) {
  return z.string().check(z.trim(), z.minLength(1, message));
}

/** Accepts the same addresses as the server. */
function requiredEmail(message: string) {
  return required(message).check(
    z.refine((text) => text === '' || emailAddress.safeParse(text).success, labels.emailInvalid),
  );
}

/** A draft does not keep the captcha, because the next page has another code. */
const withoutCaptcha: z.ZodMiniType<string> = z.catch(z.literal(''), '');

/** The messages for empty fields of two forms. */
export const requiredFields = {
  name: labels.nameRequired,
  phone: labels.phoneRequired,
  email: labels.emailRequired,
  country: labels.countryRequired,
};

/** The fields that the three forms share. `missing` has the message for each empty field. */
export function sharedFields(missing: typeof requiredFields) {
  return {
    name: textField({
      label: labels.fullName,
      longest: personLengths.name,
      missing: missing.name,
      input: { autoComplete: 'name' },
    }),
    phone: textField({
      label: labels.phone,
      longest: personLengths.phone,
      missing: missing.phone,
      input: { type: 'tel', autoComplete: 'tel' },
    }),
    email: {
      ...textField({
        label: labels.email,
        longest: personLengths.email,
        input: { type: 'email', autoComplete: 'email' },
        missing: missing.email,
      }),
      rule: requiredEmail(missing.email),
    },
    country: {
      ...textField({
        label: labels.countryField,
        longest: personLengths.country,
        missing: missing.country,
      }),
      // The field has no choices here, because `useCountries` loads the list.
      input: {
        label: labels.countryField,
        required: true,
        unset: labels.chooseCountry,
        autoComplete: 'country-name',
      },
    },
    /** `captchaRule` checks this field. */
    captcha: {
      input: {},
      initial: '',
      draft: withoutCaptcha,
      rule: z.string(),
    },
  };
}

type TitleDeclaration = { choices: readonly Choice[]; missing?: string };

export function titleField(declared: TitleDeclaration) {
  return choiceField({
    label: labels.title,
    unset: labels.choose,
    autoComplete: 'honorific-prefix',
    ...declared,
  });
}

export function organizationField(label: string, missing: string) {
  const input = { autoComplete: 'organization' };
  return textField({ label, longest: personLengths.organization, missing, input });
}

/** Compares the typed text with the code that the page shows. */
export function captchaRule(code: string | undefined, messages?: CaptchaMessages) {
  return z.string().check(({ value, issues }) => {
    const message = captchaError(value, code, messages);
    if (message) issues.push({ code: 'custom', input: value, message });
  });
}
