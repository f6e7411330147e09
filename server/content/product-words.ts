import { existsSync, readFileSync, statSync } from 'node:fs';
import { isGroup } from '#contract/content/content-edits.ts';
import { isFactName } from '#contract/content/content-facts.ts';
import {
  type FeatureTexts,
  featureTexts,
  type Sentences,
} from '#contract/content/feature-texts.ts';
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
  const of = featureTexts();
  if (english?.of !== of) english = { of, words: wordsWith(of) };
  return english.words;
}

/** A folder is read again after each edit, and asks for the words file by file. */
let english: { of: readonly FeatureTexts[]; words: Sentences } | undefined;
const translated = new Map<string, { of: Sentences; changed: number; words: Sentences }>();

function wordsWith(features: readonly FeatureTexts[]): Sentences {
  const added = features.map(({ sentences }) => sentences ?? {});
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
  if (!file) return undefined;
  const [of, changed] = [englishWords(), statSync(file).mtimeMs];
  const known = translated.get(file.href);
  if (known?.of === of && known.changed === changed) return known.words;
  const words = usableWords(of, fileWords(file));
  translated.set(file.href, { of, changed, words });
  return words;
}

/** The part of a file that can take the place of the English words, which are shown for the rest. */
export function usableWords(words: Sentences, file: unknown): Sentences {
  const usable = wordsOf(words, file);
  return isGroup(usable) ? Object.fromEntries(Object.entries(usable).filter(isNamedGroup)) : {};
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

function wordsOf(words: unknown, value: unknown): unknown {
  if (typeof words === 'string') return isTextFor(namesIn(words), value) ? value : undefined;
  if (Array.isArray(words)) {
    const names = words.flatMap((text) => namesIn(String(text)));
    // A paragraph in English between two others would be read by nobody.
    const isWhole = Array.isArray(value) && value.length === words.length;
    return isWhole && value.every((text) => isTextFor(names, text)) ? value : undefined;
  }
  if (!isGroup(words) || !isGroup(value)) return undefined;
  const entries = Object.entries(words).flatMap(([key, inner]) => {
    const read = isPlural(inner) ? pluralOf(inner, key, value) : wordsOf(inner, value[key]);
    return read === undefined ? [] : [[key, read]];
  });
  return Object.fromEntries(entries);
}

/** Each plural form is a key of its own, `nights_one`. Where whole numbers need no form `other`, `many` stands for it. */
function pluralOf(words: Group, key: string, value: Group): Group | undefined {
  const names = Object.values(words).flatMap((text) => namesIn(String(text)));
  const ordinals = value[key];
  const forms = PLURAL_FORMS.flatMap((form) => {
    const text = isOrdinal(words) ? Object(ordinals)[form] : value[`${key}_${form}`];
    return isTextFor(names, text) ? [[form, text] as const] : [];
  });
  const read: Group = Object.fromEntries(forms);
  const other = read['other'] ?? read['many'];
  return other === undefined ? undefined : { ...read, other };
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

function isNamedGroup(entry: [string, unknown]): entry is [string, Group] {
  return isGroup(entry[1]);
}
