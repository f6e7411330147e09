import * as z from 'zod/mini';

/** A field of an answer as a page takes it: missing, null or of another type is absent, and the page says what that means. */
export function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
