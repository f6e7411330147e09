import { isDeepStrictEqual } from 'node:util';
import { featureTexts } from '#contract/content/feature-texts.ts';
import { isLanguage } from '#contract/content/languages.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { englishWords, type Group, isPlural, translatedWords } from './product-words.ts';

/** The product's words for a file in a language such as de or de-CH, or undefined if it has none. Missing ones are English. */
export function sentencesIn(language: string, name: string): Group | undefined {
  const english = englishWords()[name];
  if (english === undefined) return undefined;
  if (new Intl.Locale(language).language === 'en') return english;
  const translated = translatedWords(language);
  return translated && { ...english, ...Object(joined(english, translated[name])) };
}

/** The first language that the files of a folder name. The check reports a wrong one, and the English sentences stay. */
export function languageIn(files: Readonly<Record<string, unknown>>): string {
  const { language = 'en' }: { language?: unknown } = Object(files['conference']);
  return typeof language === 'string' && isLanguage(language) ? language : 'en';
}

/** The values of a file with the product's words in place of those that the folder leaves out, if need be in English. */
export function withSentences(name: string, own: unknown, language: string): unknown {
  return joined(switched(sentencesIn(language, name) ?? englishWords()[name], own), own);
}

/**
 * The values of a file that a translation begins with: the product's sentences in its language, and what the folder says
 * otherwise in its first language. If the product lacks one of the languages, the sentences are those of the other.
 */
export function sentencesFor(
  name: string,
  own: unknown,
  { first, language }: { first: string; language: string },
): unknown {
  const theirs = switched(sentencesIn(language, name), own);
  const ours = sentencesIn(first, name);
  if (theirs === undefined) return withSentences(name, own, first);
  return ours === undefined ? joined(own, theirs) : joined(theirs, otherwise(ours, own));
}

function switched(product: Group | undefined, own: unknown): Group | undefined {
  const switches = featureTexts().flatMap((texts) => texts.switches ?? []);
  return (
    product &&
    Object.fromEntries(
      Object.entries(product).filter(
        ([key]) => !switches.includes(key) || (isGroup(own) && key in own),
      ),
    )
  );
}

/** The entries of two groups, the second before the first. */
function joined(product: unknown, own: unknown): unknown {
  if (own === undefined) return product;
  // The forms of a plural in two languages would be mixed.
  if (!isGroup(product) || !isGroup(own) || isPlural(product)) return own;
  const entries = Object.entries(own).map(([key, value]) => [key, joined(product[key], value)]);
  return { ...Object(product), ...Object.fromEntries(entries) };
}

/** The part of a folder's own values that the product does not say in the same words. */
function otherwise(product: unknown, own: unknown): unknown {
  if (!isGroup(product) || !isGroup(own)) return isDeepStrictEqual(product, own) ? undefined : own;
  const entries = Object.entries(own).map(([key, value]) => [key, otherwise(product[key], value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
