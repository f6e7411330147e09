import * as z from 'zod/mini';
import { AppError } from '#server/errors.ts';

const text = z.optional(z.string());
/** The fields of the forms on a participant's own pages. Each route reads those that it knows. */
const ActForm = z.object({
  name: text,
  email: text,
  phone: text,
  institute: text,
  country: text,
  /** The version of the order that the page has shown. */
  version: z.catch(
    z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number)),
    Number.NaN,
  ),
  /** Sent by the button of the page that says what will happen. */
  confirm: text,
  /** Sent by the button of the same page that shows the form again. */
  edit: text,
});
export type ActForm = z.output<typeof ActForm>;

export function readActForm(body: unknown): ActForm {
  const { data } = ActForm.safeParse(body ?? {});
  if (!data) throw new AppError('bad-request', 'The form could not be read.');
  return data;
}
