import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Checks a form with the schema of that moment. Each field gets the first message of its issues. */
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
