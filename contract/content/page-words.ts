import * as z from 'zod/mini';
import { icon, text } from './content-fields.ts';

/** Shapes that the texts of several pages share. */

/** Search engines and link previews show the `description`. */
export const pageWords = { description: text, heading: text, intro: text };

export const Titled = z.strictObject({ title: text, text });
/** A heading with one paragraph. */
export type Titled = z.output<typeof Titled>;

/** A heading with a list. */
export const Points = z.strictObject({
  heading: text,
  points: z.array(text).check(z.minLength(1)),
});

/** The page counts up to `number` and shows it with a plus sign, unless `plus` is false. */
export const Statistic = z.strictObject({
  icon,
  number: z.int().check(z.minimum(0, 'must not be negative')),
  label: text,
  plus: z.optional(z.boolean()),
});
export type Statistic = z.output<typeof Statistic>;
