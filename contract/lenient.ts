import * as z from 'zod/mini';

/** A field of an answer as a page reads it: a value that is null or of another type counts as absent. */
export function lenient<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

const text = lenient(z.string());

/** Fields of an answer that are texts. */
export function lenientTexts<Name extends string>(...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, typeof text>;
}
