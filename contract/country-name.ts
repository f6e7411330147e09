import type { Labels } from '#contract/content/shapes/labels-shape.ts';
import { countryCodeOf, OTHER_COUNTRY } from './countries.ts';

/** The name of a country in the words of a language, or its word for another country. */
export function countryIn(
  text: string,
  { language, labels }: { language: string; labels: Pick<Labels, 'forms'> },
): string {
  return text === OTHER_COUNTRY ? labels.forms.otherCountry : countryName(text, language);
}

/** The name of a country in a language. Names are stored in English; any other text is unchanged. */
export function countryName(text: string, language: string): string {
  const code = language === 'en' ? undefined : countryCodeOf(text);
  if (code === undefined) return text;
  return regionNames(language)(code) ?? text;
}

/** Their usual names would call them administrative regions of China, and stand at another letter of a list. */
const BY_SHORT_NAME = new Set(['HK', 'MO']);

/** The names of countries in a language, by their codes. The short names of most others are abbreviations. */
export function regionNames(language: string): (code: string) => string | undefined {
  const usual = new Intl.DisplayNames(language, { type: 'region' });
  const short = new Intl.DisplayNames(language, { type: 'region', style: 'short' });
  return (code) => (BY_SHORT_NAME.has(code) ? short : usual).of(code);
}
