import * as z from 'zod/mini';

/** A field of an answer as a page reads it: a value that is missing, null or of another type is absent. */
export function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
