import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '#server/errors.ts';

const TYPE = 'application/x-www-form-urlencoded';
/** The longest usual form: twenty lines, with every letter of their entries as three percent-encoded bytes. */
const LONGEST = 64 * 1024;

/** Reads the entries of forms of pages that the server makes, as an object of texts. */
export function readForms(app: FastifyInstance, longest = LONGEST): void {
  const unicode = new TextDecoder('utf-8', { fatal: true });
  // Everywhere else a body of this type is ignored.
  app.removeContentTypeParser(TYPE);
  app.addContentTypeParser<Buffer>(
    TYPE,
    { parseAs: 'buffer', bodyLimit: longest },
    async (_: unknown, body: Buffer) => {
      try {
        // A name that is there twice has its last value.
        return Object.fromEntries(new URLSearchParams(unicode.decode(body)));
      } catch (cause) {
        throw new AppError('bad-request', 'unreadable', { cause });
      }
    },
  );
}

const Texts = z.catch(z.record(z.string(), z.string()), {});

/** The entries of a form; none if the body is something else. */
export function formEntries(body: unknown): Readonly<Record<string, string>> {
  return Texts.parse(body);
}
