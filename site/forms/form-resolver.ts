import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Has a form checked by what is its schema then, whose issues begin their path with a field: each gets its first message. */
export function resolverFor<Values extends FieldValues, Entry>(
  rulesNow: () => z.ZodMiniType<Entry>,
): Resolver<Values, unknown, Entry> {
  return (typed) => {
    const checked = rulesNow().safeParse(typed);
    if (checked.success) return { values: checked.data, errors: {} };
    const firstOfEach = new Map(
      checked.error.issues
        .toReversed()
        .map(({ path, code: type, message }) => [String(path[0]), { type, message }]),
    );
    return { values: {}, errors: Object.fromEntries(firstOfEach) as FieldErrors<Values> };
  };
}
