import { fillPlaceholders } from './placeholders.ts';

/** The words for a number of things by the plural forms of a language (Unicode CLDR); English has `one` and `other`. */
export type Plural = { [form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string | undefined } & {
  other: string;
};

/** "1 night", "3 nights": the form for a number, with `{n}` filled in. */
export function pluralText(words: Plural, n: number, language: string): string {
  const form = words[new Intl.PluralRules(language).select(n)] ?? words.other;
  return fillPlaceholders(form, { n: String(n) });
}
