import * as z from 'zod/mini';
import { placeholdersIn, text, textWith } from '#contract/content/content-fields.ts';

/** The texts of a group of the product's sentences, in any language. */
export type Words<English> = English extends string
  ? string
  : English extends readonly (infer Entry)[]
    ? Words<Entry>[]
    : { [Key in keyof English]: Words<English[Key]> };

type Shape<English> = { [Key in keyof English]: z.ZodMiniType<Words<English[Key]>> };

/** Placeholders that a text may name besides those of its English sentence, by its key. */
type More = Readonly<Record<string, readonly string[]>>;

/** The shape of a group of sentences: each may name the placeholders of the English one and no others. */
export function wordsOf<English extends object>(english: English, more: More = {}): Shape<English> {
  const shape = Object.entries(english).map(([key, words]) => [
    key,
    shapeOf(words, more, more[key] ?? []),
  ]);
  return Object.fromEntries(shape);
}

function shapeOf(english: unknown, more: More, placeholders: readonly string[]): z.ZodMiniType {
  if (Array.isArray(english)) {
    const all = english.flatMap((entry) => placeholdersIn(String(entry)));
    return z.array(textOf([...all, ...placeholders])).check(z.minLength(1));
  }
  if (typeof english === 'object' && english !== null)
    return z.strictObject(wordsOf(english, more));
  return textOf([...placeholdersIn(String(english)), ...placeholders]);
}

function textOf(placeholders: readonly string[]) {
  return placeholders.length === 0 ? text : textWith([...new Set(placeholders)]);
}
