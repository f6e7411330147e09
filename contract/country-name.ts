import type { Labels } from './content/labels-shape.ts';
import { countryCodeOf, OTHER_COUNTRY } from './countries.ts';

/** The name of a country in a language. Names are stored in English; any other text is unchanged. */
export function countryIn(
  text: string,
  { language, labels }: { language: string; labels: Pick<Labels, 'forms'> },
): string {
  if (text === OTHER_COUNTRY) return labels.forms.otherCountry;
  const code = language === 'en' ? undefined : countryCodeOf(text);
  if (code === undefined) return text;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? text;
}
