import { countryCodeOf } from './countries.ts';

/** The name of a country in a language. Names are stored in English; any other text is unchanged. */
export function countryIn(text: string, language: string): string {
  const code = language === 'en' ? undefined : countryCodeOf(text);
  if (code === undefined) return text;
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? text;
}
