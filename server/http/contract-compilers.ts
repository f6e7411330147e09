import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

/** What comes in is checked by a schema of the contract, and what it names beyond that is dropped. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> = ({ schema }) => {
  return (data) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: invalid(result.error.issues) };
  };
};

/** What goes out is what was promised: a reply that is not is a fault. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  return (reply) => JSON.stringify(z.encode(schema, reply));
};

/** Names the fields, and never quotes what was in them. */
function invalid(issues: readonly { path: readonly PropertyKey[] }[]): Refusal {
  const fields = [...new Set(issues.map(({ path: [field = ''] }) => String(field)))]
    .filter((field) => /^\w{1,60}$/.test(field))
    .slice(0, 20);
  const message =
    fields.length > 0
      ? `Please check these fields: ${fields.join(', ')}.`
      : 'The request could not be read.';
  return new Refusal('bad-request', message, { fields });
}
