import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { keyedItems } from '#contract/content/agenda-items.ts';
import { isGroup } from '#contract/content/content-edits.ts';
import { featureTexts } from '#contract/content/feature-texts.ts';
import { isLanguage } from '#contract/content/languages.ts';
import type { Content } from '#contract/content.ts';
import { periodNames } from '#contract/content/periods.ts';

/** The further languages of a conference: its subfolders whose names are tags of languages, such as `de`. */
export function translationsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isTranslation(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** Other folders of a conference have longer names, such as public/. */
function isTranslation(name: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(name) && isLanguage(name);
}

/** `path` begins with the key of the file. */
export type TranslationProblem = { path: readonly PropertyKey[]; words: string };

type Translated = { value: unknown; problems: TranslationProblem[] };

/** Puts the texts of a translation of a file in place of those of the first language. `file` is its key in the content. */
export function translate(file: string, original: unknown, translation: unknown): Translated {
  return translateValue(original, translation, [file]);
}

/**
 * Groups are translated key by key, entries with an `id` or a `path` by it, and other lists entry by entry. `path` begins
 * with the file.
 */
function translateValue(
  original: unknown,
  translation: unknown,
  path: readonly PropertyKey[],
): Translated {
  if (translation === undefined) return { value: original, problems: [] };
  // A text that the first language leaves out may be in a group that it leaves out, too.
  if (original === undefined && isGroup(translation)) {
    const added = translateGroup({}, translation, path);
    const isRefused = added.problems.length === 0 && isSwitch(path, translation);
    return isRefused ? { value: original, problems: [{ path, words: FACT }] } : added;
  }
  if (original === undefined && Array.isArray(translation) && !isFact(path)) {
    return translateEntries(
      translation.map(() => undefined),
      translation,
      path,
    );
  }
  const wrong = (words: string) => ({ value: original, problems: [{ path, words }] });
  // A list of amounts or ids is one fact; the entries of other lists may have texts.
  if (isFact(path) && isPlainList(original)) {
    return isDeepStrictEqual(original, translation)
      ? { value: original, problems: [] }
      : wrong(FACT);
  }
  if (isGroup(original)) {
    if (!isGroup(translation)) return wrong('expected a group of named entries');
    return translateGroup(original, translation, path);
  }
  if (Array.isArray(original)) {
    if (!Array.isArray(translation)) return wrong('expected a list');
    const name = ['id', 'path'].find((key) =>
      original.every((entry) => isGroup(entry) && key in entry),
    );
    if (name !== undefined) return translateNamed(original, translation, name, path);
    return isAgendaItems(path)
      ? translateAgendaItems(original, translation, path)
      : translateEntries(original, translation, path);
  }
  if (typeof (original ?? translation) === 'string' && !isFact(path)) {
    return { value: translation, problems: [] };
  }
  return original === translation ? { value: original, problems: [] } : wrong(FACT);
}

/**
 * Whether a group that the first language does not have decides something by being there: one without a text, such as `cancel`
 * of `self_service`, each of conference.yaml, and the switches of features.
 */
function isSwitch([file, ...path]: readonly PropertyKey[], group: Group): boolean {
  const switches = featureTexts().flatMap((texts) => texts.switches ?? []);
  const isOfFeature = path.length === 1 && switches.includes(String(path[0]));
  return file === 'conference' || isOfFeature || !hasText(group);
}

function hasText(value: unknown): boolean {
  if (isGroup(value) || Array.isArray(value)) return Object.values(value).some(hasText);
  return typeof value === 'string';
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
}

const FACT = 'is a fact, and a translation cannot change it: delete the line';

/**
 * A translation with the looks of the first language, and with its keys for the items of the agenda. The key of an item without an id is made
 * from its title, and a visitor's stars and calendars have to know the item in both languages.
 */
export function withKeysOf({ agenda, conference }: Content, translation: Content): Content {
  const days = translation.agenda.days.map((day, at) => {
    const keyed = keyedItems(agenda.days[at] ?? day);
    return {
      ...day,
      items: day.items.map((item, nth) => ({ ...item, id: keyed[nth]?.key ?? item.id })),
    };
  });
  const { questions, abstracts } = translation.conference;
  const optionWords = Object.fromEntries([
    ...pairs(conference.abstracts.kinds, abstracts.kinds),
    ...conference.questions.flatMap(({ options }, at) =>
      pairs(options, questions[at]?.options ?? []),
    ),
  ]);
  return {
    ...translation,
    agenda: { days },
    optionWords,
    conference: {
      ...translation.conference,
      // A translation has the looks of the first language, with the files of the theme.
      looks: conference.looks,
      // The options are stored, so every language has those of the first one, and shows its own words for them.
      questions: questions.map((question, at) => ({
        ...question,
        options: conference.questions[at]?.options ?? question.options,
      })),
      abstracts: { ...abstracts, kinds: conference.abstracts.kinds },
    },
  };
}

function pairs(stored: readonly string[], shown: readonly string[]): [string, string][] {
  return stored.flatMap((option, at): [string, string][] => {
    const words = shown[at];
    return words === undefined ? [] : [[option, words]];
  });
}

/** The keys whose values decide something, whatever the language is. */
const FACTS = wordsOf(
  'to url map plus',
  'id path icon kind abstract speakers chair',
  'price night guestPerNight currency fixed tax',
  'from until day start end timezone language',
  'includes excludes for group otherwise onlyFor',
  'email imageUrl logo drawing accent countryCode',
  'referencePrefix series iban bic vatId taxNumber',
  ...periodNames,
);

/** The keys that decide something in these files, and name a text in others. */
const FACTS_OF_FILES = new Map([
  ['agenda', wordsOf('place link')],
  ['conference', wordsOf('is waitingList bank ways')],
  ['pages', wordsOf('place')],
  ['prices', wordsOf('days form pricing register unusualPrices')],
  ['speakers', wordsOf('type link')],
]);

function wordsOf(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** The files in which a key such as `until` names a text, with those of their own keys that decide something. */
const factsAmongWords = new Map([
  ['mails', ['digest', 'report']],
  ['yourRegistration', []],
  ['yourAbstract', []],
  ['labels', []],
]);

export function isFact(path: readonly PropertyKey[]): boolean {
  const [file = '', own = ''] = path.map(String);
  const facts = factsAmongWords.get(file);
  const added = featureTexts().flatMap((texts) => texts.facts?.[file] ?? []);
  if (facts) return [...facts, ...added].includes(own);
  const key = String(path.at(-1));
  return FACTS.has(key) || (FACTS_OF_FILES.get(file)?.has(key) ?? false) || added.includes(key);
}

type Group = Record<string, unknown>;

function translateGroup(original: Group, translation: Group, path: readonly PropertyKey[]) {
  const problems: TranslationProblem[] = [];
  const value: Group = { ...original };
  for (const [key, inner] of Object.entries(translation)) {
    const place = [...path, key];
    // A key such as __proto__ is an unknown one.
    const before = Object.hasOwn(original, key) ? original[key] : undefined;
    if (key === '__proto__') {
      problems.push({ path: place, words: 'unknown key' });
      continue;
    }
    const translated = translateValue(before, inner, place);
    value[key] = translated.value;
    problems.push(...translated.problems);
  }
  return { value, problems };
}

function translateEntries(
  original: unknown[],
  translation: unknown[],
  path: readonly PropertyKey[],
) {
  if (original.length !== translation.length) {
    const words = `has ${translation.length} entries, and the first language has ${original.length}`;
    return { value: original, problems: [{ path, words }] };
  }
  const all = original.map((entry, at) => translateValue(entry, translation[at], [...path, at]));
  return {
    value: all.map(({ value }) => value),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function isAgendaItems([file, ...path]: readonly PropertyKey[]): boolean {
  return file === 'agenda' && path.at(-1) === 'items';
}

/**
 * `organiser agenda` writes items of contributions between those of the organiser. They have the authors' own words in
 * every language, so the translation has the organiser's items alone.
 */
function translateAgendaItems(
  original: unknown[],
  translation: unknown[],
  path: readonly PropertyKey[],
) {
  const isWritten = (item: unknown) => isGroup(item) && 'abstract' in item;
  const own = translateEntries(
    original.filter((item) => !isWritten(item)),
    translation,
    path,
  );
  const items = own.value.values();
  return {
    ...own,
    value: original.map((item) => (isWritten(item) ? item : items.next().value)),
  };
}

function translateNamed(
  original: unknown[],
  translation: unknown[],
  key: string,
  path: readonly PropertyKey[],
) {
  const problems: TranslationProblem[] = [];
  const value = [...original];
  for (const [at, entry] of translation.entries()) {
    const name = isGroup(entry) ? entry[key] : undefined;
    const found = original.findIndex((each) => isGroup(each) && each[key] === name);
    if (name === undefined || found === -1) {
      const words = `expected an entry with an ${key} of the first language`;
      problems.push({ path: [...path, at], words });
      continue;
    }
    const translated = translateValue(original[found], entry, [...path, at]);
    value[found] = translated.value;
    problems.push(...translated.problems);
  }
  return { value, problems };
}
