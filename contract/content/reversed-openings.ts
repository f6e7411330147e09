import * as z from 'zod/mini';
import { type Locale, openingIn } from './moments.ts';

const Written = z.object({
  day: z.string(),
  time: z.optional(z.string()),
  zone: z.optional(z.string()),
});
const Opening = z.object({ from: Written, until: Written });

/**
 * The ends that are not after their beginnings, wherever the files have `from` beside `until`: a form, a sale, a survey.
 * Each key of a feature is among them without a rule of its own.
 */
export function* reversedOpenings(
  written: unknown,
  locale: Locale,
  path: readonly PropertyKey[] = [],
): Generator<{ path: PropertyKey[]; message: string }, void> {
  if (typeof written !== 'object' || written === null) return;
  const { data } = Opening.safeParse(written);
  const { from, until } = data ? openingIn(locale, data) : {};
  if (from && until && from.at >= until.at) {
    yield { path: [...path, 'until'], message: 'must be after `from`' };
  }
  for (const [key, value] of Object.entries(written)) {
    yield* reversedOpenings(value, locale, [...path, Array.isArray(written) ? Number(key) : key]);
  }
}
