import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Has a form checked by a schema, whose issues begin their path with a field: each field gets its first message. */
export function resolverFor<Values extends FieldValues, Entry>(
  rules: z.ZodMiniType<Entry>,
): Resolver<Values, unknown, Entry> {
  return (typed) => {
    const checked = rules.safeParse(typed);
    if (checked.success) return { values: checked.data, errors: {} };
    const firstOfEach = new Map(
      checked.error.issues
        .toReversed()
        .map(({ path, code: type, message }) => [String(path[0]), { type, message }]),
    );
    return { values: {}, errors: Object.fromEntries(firstOfEach) as FieldErrors<Values> };
  };
}
