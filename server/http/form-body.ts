import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

const TYPE = 'application/x-www-form-urlencoded';

/**
 * Reads the bodies of plain forms in this scope of routes, as an object with the text of each entry. Routes outside the
 * scope ignore such bodies, because a page of another site can send them.
 */
export function readForms(app: FastifyInstance): void {
  app.removeContentTypeParser(TYPE);
  app.addContentTypeParser(TYPE, { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** The entries of a plain form by their names; none if the body is something else. */
export function entriesOf(body: unknown): Record<string, string> {
  return Entries.safeParse(body).data ?? {};
}

const Entries = z.record(z.string(), z.string());
