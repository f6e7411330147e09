import { isDeepStrictEqual } from 'node:util';
import { featureTexts, type Sentences } from '#contract/content/feature-texts.ts';
import { isLanguage } from '#contract/content/languages.ts';
import { mails as germanMails } from '#contract/content/sentences/de/mails.ts';
import { yourAbstract as germanAbstract } from '#contract/content/sentences/de/your-abstract.ts';
import { yourRegistration as germanRegistration } from '#contract/content/sentences/de/your-registration.ts';
import { mails } from '#contract/content/sentences/mails.ts';
import { yourAbstract } from '#contract/content/sentences/your-abstract.ts';
import { yourRegistration } from '#contract/content/sentences/your-registration.ts';

type Group = Record<string, unknown>;

/** The trunk's own sentences by language, and by the keys of their files. */
const sentences: Readonly<Record<string, Sentences>> = {
  en: { mails, yourRegistration, yourAbstract },
  de: {
    mails: germanMails,
    yourRegistration: germanRegistration,
    yourAbstract: germanAbstract,
  },
};

/** English and German, in the words of a message. */
export const productLanguages = Object.keys(sentences).join(' and ');

/** The sentences of a file in a language such as de or de-CH, or undefined if the product has none. */
export function sentencesIn(language: string, name: string): Group | undefined {
  const { language: tag } = new Intl.Locale(language);
  const own = sentences[tag]?.[name];
  const added = featureTexts().map((texts): typeof sentences => texts.sentences ?? {});
  return own && Object.assign({}, own, ...added.map((each) => each[tag]?.[name]));
}

/** The first language that the files of a folder name. The check reports a wrong one, and the English sentences stay. */
export function languageIn(files: Readonly<Record<string, unknown>>): string {
  const { language = 'en' }: { language?: unknown } = Object(files['conference']);
  return typeof language === 'string' && isLanguage(language) ? language : 'en';
}

/** The values of a file with the product's sentences in place of those that the folder leaves out. */
export function withSentences(name: string, own: unknown, language: string): unknown {
  return joined(switched(sentencesIn(language, name), own), own);
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
  if (!isGroup(product) || !isGroup(own)) return own;
  const entries = Object.entries(own).map(([key, value]) => [key, joined(product[key], value)]);
  return { ...product, ...Object.fromEntries(entries) };
}

/** The part of a folder's own values that the product does not say in the same words. */
function otherwise(product: unknown, own: unknown): unknown {
  if (!isGroup(product) || !isGroup(own)) return isDeepStrictEqual(product, own) ? undefined : own;
  const entries = Object.entries(own).map(([key, value]) => [key, otherwise(product[key], value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
