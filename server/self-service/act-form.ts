import * as z from 'zod/mini';

/** A whole number, such as the version of the order that the page has shown. */
export const number = z.pipe(z.string().check(z.regex(/^-?\d{1,12}$/)), z.transform(Number));

const text = z.optional(z.string());
/** The form with the entries of a person. */
export const PersonForm = z.object({
  name: text,
  email: text,
  phone: text,
  institute: text,
  country: text,
  version: number,
  /** Sent by the button of the page that says what will happen. */
  confirm: text,
  /** Sent by the button of the same page that shows the form again. */
  edit: text,
});
export type PersonForm = z.output<typeof PersonForm>;
