import * as labels from 'content:labels/discount';
import * as forms from 'content:labels/forms';
import * as z from 'zod/mini';
import { DESCRIPTION_LENGTH } from '#contract/payment.ts';
import type { Currency } from '#contract/money.ts';
import { honeypot } from '#contract/text.ts';
import { readAmount } from '#contract/typed-amount.ts';
import {
  captchaRule,
  type FieldOf,
  organizationField,
  partOf,
  required,
  requiredFields,
  sharedFields,
  textField,
  titleField,
  type ValuesOf,
} from '#site/forms/form-fields.ts';

const method = z.enum(['card', 'paypal', 'transfer']);

/** The fields of the discount form. Everything about a field is declared here. */
export const discountFields = {
  ...sharedFields(requiredFields),
  title: titleField({
    choices: [
      { value: 'Mr.', label: labels.mr },
      { value: 'Ms.', label: labels.ms },
      { value: 'Dr.', label: labels.dr },
      { value: 'Prof.', label: labels.prof },
    ],
    missing: labels.titleRequired,
  }),
  instituteOrUniversity: organizationField(forms.institute, labels.instituteRequired),
  description: textField({
    label: labels.description,
    longest: DESCRIPTION_LENGTH,
    missing: labels.descriptionRequired,
  }),
  discountAmount: {
    // A text field, because a number field gives no value at all for a text that is not a number.
    ...textField({
      label: labels.amount,
      longest: 20,
      missing: labels.amountRequired,
      input: { inputMode: 'decimal', autoComplete: 'off' },
    }),
  },
  method: {
    input: {},
    initial: 'card',
    draft: z.catch(method, 'card'),
    rule: method,
  } as const,
};

export type DiscountValues = ValuesOf<typeof discountFields> & { reserved?: string };
export type DiscountFieldOf = FieldOf<typeof discountFields>;

export const defaults: DiscountValues = partOf(discountFields, 'initial');

const Draft = z.object(partOf(discountFields, 'draft'));

export function readDiscountDraft(draft: object): DiscountValues {
  return Draft.parse(draft);
}

/** Checks all fields at once; `code` is the captcha that the page shows. */
export function rulesFor(code: string | undefined, currency: Currency) {
  return z.object({
    ...partOf(discountFields, 'rule'),
    discountAmount: z.pipe(
      required(labels.amountRequired),
      z.transform((typed, check) => {
        const amount = readAmount(typed, currency);
        if (amount !== undefined && amount > 0) return amount;
        const message = labels.amountInvalid;
        check.issues.push({ code: 'custom', input: typed, message });
        return z.NEVER;
      }),
    ),
    // The code has only capitals, but a visitor may type small letters, which keyboards of phones offer first.
    captcha: z.pipe(z.string().check(z.trim(), z.toUpperCase()), captchaRule(code)),
    ...honeypot,
  });
}

/** A discount registration that passed the rules; its amount is in cents. */
export type DiscountEntry = z.output<ReturnType<typeof rulesFor>>;
