import { fillPlaceholders } from './placeholders.ts';

/** The words for a number of things by the plural forms of a language (Unicode CLDR); English has `one` and `other`. */
export type Plural = { [form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string | undefined } & {
  other: string;
};

/** "1 night", "3 nights": the form for a number, with `{n}` filled in. */
export function pluralText(words: Plural, n: number, language: string): string {
  const form = words[formOf(n, language)] ?? words.other;
  return fillPlaceholders(form, { n: String(n) });
}

/** English does without Intl, whose first use takes a tenth of a second on a slow phone. */
function formOf(n: number, language: string): Intl.LDMLPluralRule {
  if (language === 'en') return n === 1 ? 'one' : 'other';
  return new Intl.PluralRules(language).select(n);
}
