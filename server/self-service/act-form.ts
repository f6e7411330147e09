import * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
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
  version: z.catch(z.coerce.number(), Number.NaN),
  /** Sent by the button of the page that says what will happen. */
  confirm: text,
});
export type ActForm = z.output<typeof ActForm>;

/** The largest form: five entries of a few thousand characters each, of which a URL needs up to twelve bytes. */
const LARGEST_FORM = 256 * 1024;

/** Gives the routes of a plugin the fields of a form; other routes do not read the body of a form. */
export function readForms(routes: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  routes.removeContentTypeParser(type);
  routes.addContentTypeParser<string>(
    type,
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  );
}

export function readActForm(body: unknown): ActForm {
  const { data } = ActForm.safeParse(body ?? {});
  if (!data) throw new AppError('bad-request', 'The form could not be read.');
  return data;
}
