import { language } from 'content:language';
import type { Choice } from '#site/ui/field.tsx';

/** A country as a field offers it. Its value is the English name, whatever the language of the page is. */
export type CountryChoice = Choice | string;

/** The names in the language of the page by the English names; undefined in English. */
export type CountryNames = Readonly<Record<string, string>>;

/** The choices in the language of the page, sorted by it. */
export function translatedChoices(english: readonly string[], names: CountryNames): Choice[] {
  const { compare } = new Intl.Collator(language);
  return english
    .map((value) => ({ value, label: names[value] ?? value }))
    .sort((one, other) => compare(one.label, other.label));
}
