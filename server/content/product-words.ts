import { existsSync, readFileSync } from 'node:fs';
import { isFactName } from '#contract/content/content-facts.ts';
import { featureTexts, type Sentences } from '#contract/content/feature-texts.ts';
import { namesIn } from '#contract/content/placeholders.ts';
import { mails } from '#contract/content/sentences/mails.ts';
import { yourAbstract } from '#contract/content/sentences/your-abstract.ts';
import { yourRegistration } from '#contract/content/sentences/your-registration.ts';
import { Labels } from '#contract/content/shapes/labels-shape.ts';

/** One file for each language, with the names of the groups and keys of the English words. */
export const TRANSLATIONS = new URL('../../contract/content/translations/', import.meta.url);

export type Group = Readonly<Record<string, unknown>>;

/** The product's own words in English: labels and sentences, by the keys of their files. */
export function englishWords(): Sentences {
  const added = featureTexts().map(({ sentences }) => sentences?.en ?? {});
  const own: Sentences = { mails, yourRegistration, yourAbstract };
  const groups = Object.entries(own).map(([name, words]) => [
    name,
    Object.assign({}, words, ...added.map((each) => each[name])),
  ]);
  return { labels: Labels.parse({}), ...Object.fromEntries(groups) };
}

/** The product's words in a language such as de or de-CH, or undefined if it has no file of the language. */
export function translatedWords(language: string): Sentences | undefined {
  const file = fileOf(language);
  return file && usableWords(englishWords(), fileWords(file));
}

/** The part of a file that can take the place of the English words, which are shown for the rest. */
export function usableWords(english: Sentences, file: unknown): Sentences {
  const words = wordsOf(english, file);
  return isGroup(words) ? Object.fromEntries(Object.entries(words).filter(isNamedGroup)) : {};
}

/** pt-BR has its own file, or that of pt; zh-TW does not have that of zh, which is in another script. */
function fileOf(language: string): URL | undefined {
  const locale = new Intl.Locale(language).maximize();
  const plain = new Intl.Locale(locale.language).maximize();
  const tags = [
    language,
    `${locale.language}-${locale.script}`,
    ...(plain.script === locale.script ? [locale.language] : []),
  ];
  const files = tags
    .filter((tag) => tag !== 'en')
    .map((tag) => new URL(`${tag}.json`, TRANSLATIONS));
  return locale.language === 'en' ? undefined : files.find((file) => existsSync(file));
}

/** A file that is no JSON has no words: the site is in English then, and the check of translations names the mistake. */
function fileWords(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function wordsOf(english: unknown, translated: unknown): unknown {
  if (typeof english === 'string') {
    return isTextFor(namesIn(english), translated) ? translated : undefined;
  }
  if (Array.isArray(english)) {
    const names = english.flatMap((text) => namesIn(String(text)));
    // A paragraph in English between two others would be read by nobody.
    const isWhole = Array.isArray(translated) && translated.length === english.length;
    return isWhole && translated.every((text) => isTextFor(names, text)) ? translated : undefined;
  }
  if (!isGroup(english) || !isGroup(translated)) return undefined;
  const entries = Object.entries(english).flatMap(([key, words]) => {
    const read = isPlural(words)
      ? pluralOf(words, key, translated)
      : wordsOf(words, translated[key]);
    return read === undefined ? [] : [[key, read]];
  });
  return Object.fromEntries(entries);
}

/** Each plural form is a key of its own, `nights_one`. Where whole numbers need no form `other`, `many` stands for it. */
function pluralOf(english: Group, key: string, translated: Group): Group | undefined {
  const names = Object.values(english).flatMap((text) => namesIn(String(text)));
  const ordinals = translated[key];
  const forms = PLURAL_FORMS.flatMap((form) => {
    const text = isOrdinal(english) ? Object(ordinals)[form] : translated[`${key}_${form}`];
    return isTextFor(names, text) ? [[form, text] as const] : [];
  });
  const words: Group = Object.fromEntries(forms);
  const other = words['other'] ?? words['many'];
  return other === undefined ? undefined : { ...words, other };
}

/** First, second, third: English has more forms for them than for numbers, and a file has them as a group. */
export function isOrdinal(words: Group): boolean {
  return 'few' in words;
}

export const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

function isTextFor(names: readonly string[], text: unknown): boolean {
  return (
    typeof text === 'string' &&
    text.trim() !== '' &&
    namesIn(text).every((name) => names.includes(name) || isFactName(name))
  );
}

/** Words by the plural forms of a language, such as `{ one, other }`. */
export function isPlural(words: unknown): words is Group {
  const forms: readonly string[] = PLURAL_FORMS;
  return (
    isGroup(words) && 'other' in words && Object.keys(words).every((key) => forms.includes(key))
  );
}

export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNamedGroup(entry: [string, unknown]): entry is [string, Group] {
  return isGroup(entry[1]);
}
