import * as z from 'zod/mini';
import { formEntries, formNumber } from '#server/http/form-body.ts';
import type { Typed } from '#server/http/person-fields.ts';

/** The entries of the forms on a participant's own pages. */
export type ActForm = Typed & {
  /** The version of the order that the page has shown. */
  version: number;
  /** Sent by the button of the page that says what will happen. */
  confirm?: string;
  /** Sent by the button of the same page that shows the form again. */
  edit?: string;
};

const Version = z.catch(formNumber, Number.NaN);

export function readActForm(body: unknown): ActForm {
  const entries = formEntries(body);
  return { ...entries, version: Version.parse(entries['version']) };
}
