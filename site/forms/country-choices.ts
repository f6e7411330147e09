import * as labels from 'content:labels/forms';
import { language } from 'content:language';
import { countryCodeOf, countryNames } from '#contract/countries.ts';
import { regionNames } from '#contract/country-name.ts';
import { type CountryChoice, type CountryNames, translatedChoices } from './translated-choices.ts';

/** The countries of a form. Loaders call this function, so no script has the names of all countries. */
export function countryChoices(english: readonly string[]) {
  return { countries: choicesOf(english), countryNames: namesOf(countryNames) };
}

/** The choices in the language of the page, sorted by it. English names are already sorted. */
export function choicesOf(english: readonly string[]): readonly CountryChoice[] {
  const names = namesOf(english);
  return names === undefined ? english : translatedChoices(english, names);
}

function namesOf(english: readonly string[]): CountryNames | undefined {
  if (language === 'en') return undefined;
  const nameOf = regionNames(language);
  return Object.fromEntries(
    english.map((name) => {
      const code = countryCodeOf(name);
      return [name, code === undefined ? labels.otherCountry : (nameOf(code) ?? name)];
    }),
  );
}
