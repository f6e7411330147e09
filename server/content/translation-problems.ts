import { isGroup, valueAt } from '#contract/content/content-edits.ts';
import { isFactName } from '#contract/content/content-facts.ts';
import type { Sentences } from '#contract/content/feature-texts.ts';
import { directionOf, isFrench } from '#contract/content/languages.ts';
import { namesIn } from '#contract/content/placeholders.ts';
import { isOrdinal, isPlural, PLURAL_FORMS } from './product-words.ts';

/** A text of the product, with its place in the file of a language: `mails.closing`, `labels.orders.nights_one`. */
export type ProductText = {
  place: string;
  english: string;
  /** The plural form of the text. */
  form?: Intl.LDMLPluralRule;
  /** Whether the language can do without this form. */
  isOptional?: boolean;
};

/** The texts of English words, with the plural forms of a language. */
export function productTexts(words: Sentences, language: string): ProductText[] {
  const counted = formsOf(language, 'cardinal');
  const ordered = formsOf(language, 'ordinal');
  const textsOf = (value: unknown, place: string): ProductText[] => {
    if (typeof value === 'string') return [{ place, english: value }];
    if (Array.isArray(value)) return value.flatMap((each, at) => textsOf(each, `${place}[${at}]`));
    if (isPlural(value)) {
      const [{ known, used }, mark] = isOrdinal(value) ? [ordered, '.'] : [counted, '_'];
      return PLURAL_FORMS.filter((form) => known.has(form)).map((form) => ({
        place: `${place}${mark}${form}`,
        english: String(value[form] ?? value['other']),
        form,
        isOptional: !used.has(form),
      }));
    }
    return Object.entries(Object(value)).flatMap(([key, each]) =>
      textsOf(each, place === '' ? key : `${place}.${key}`),
    );
  };
  return textsOf(words, '');
}

/** The forms that a language has, and those of its small numbers. Ordinals may have those of English, too. */
function formsOf(language: string, type: 'cardinal' | 'ordinal') {
  const rules = new Intl.PluralRules(language, { type });
  const used = new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
  const english = type === 'ordinal' ? (['one', 'two', 'few'] as const) : [];
  return { used, known: new Set([...rules.resolvedOptions().pluralCategories, ...english]) };
}

/** A file with a value for each text, in the order of the English words. Texts without a value are left out. */
export function fileOf(texts: readonly ProductText[], valueOf: (text: ProductText) => unknown) {
  const file = {};
  for (const text of texts) {
    const value = valueOf(text);
    if (value === undefined) continue;
    const steps = stepsOf(text.place);
    const last = steps.pop() ?? '';
    let group: object = file;
    for (const [at, step] of steps.entries()) {
      const inner = typeof (steps[at + 1] ?? last) === 'number' ? [] : {};
      if (!Object.hasOwn(group, step)) Reflect.set(group, step, inner);
      group = Object(Reflect.get(group, step));
    }
    Reflect.set(group, last, value);
  }
  return file;
}

/** The value of a file at the place of a text. */
export function valueIn(file: unknown, { place }: Pick<ProductText, 'place'>): unknown {
  return valueAt(file, stepsOf(place));
}

function stepsOf(place: string): (string | number)[] {
  return place
    .split(/\.|(?=\[)/)
    .map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
}

export type TranslationReport = {
  /** Texts that the site shows in English. */
  missing: ProductText[];
  /** Mistakes, each with its place. */
  problems: string[];
  /** Short texts that are the same as in English, which may be right. */
  same: ProductText[];
};

/** Compares the file of a language with the English words. */
export function reportOn(file: unknown, words: Sentences, language: string): TranslationReport {
  const texts = productTexts(words, language);
  const known = new Set(texts.map(({ place }) => place));
  const filled = texts.flatMap((text) => {
    const value = valueIn(file, text);
    return value === undefined ? [] : [{ text, value }];
  });
  const equal = filled.flatMap(({ text, value }) => (value === text.english ? [text] : []));
  const isLeft = leftIn(language);
  return {
    missing: texts.filter((text) => text.isOptional !== true && valueIn(file, text) === undefined),
    problems: [
      ...placesIn(file)
        .filter((place) => !known.has(place))
        .map((place) => `${place}: the product has no such text`),
      ...filled.flatMap(({ text, value }) =>
        [...mistakesOf(text, value, language), ...turnedIn(value, language)].map(
          (mistake) => `${text.place}: ${mistake}`,
        ),
      ),
      ...partsOfLists(texts, file),
      ...equal.filter(isLeft).map(({ place, english }) => `${place}: still English: ${english}`),
    ],
    same: equal.filter((text) => !isLeft(text) && wordsIn(text.english).length > 0),
  };
}

/** A line of French must not break before these signs, nor inside « ». */
const BREAKING = /« | [»:;!?]/;

/** Characters that are not seen and turn the direction of all that follows, and others that no text has. */
const INVISIBLE = /[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u;

/** A day, a number, the end of a file's name or an address, whose parts change places in a text read from right to left. */
const TURNED =
  /(?<![\p{L}\p{N}\u200e{}-])(?:\d[\d-]*-\d+|\.[a-z]{3,4}(?![a-z]))|[a-z]+:\/\/(?![\w\u200e])/u;

function turnedIn(value: unknown, language: string): string[] {
  if (typeof value !== 'string' || directionOf(language) === 'ltr') return [];
  const turned = TURNED.exec(value)?.[0];
  if (turned === undefined) return [];
  const side = turned.endsWith('/') ? 'after' : 'before';
  return [`write the mark U+200E ${side} ${turned}, which is turned round without it`];
}

function mistakesOf({ english, form }: ProductText, value: unknown, language: string): string[] {
  if (typeof value !== 'string') return ['expected a text in quotes'];
  if (value.trim() === '') return ['is empty: delete the line, and it is shown in English'];
  const [wanted, named] = [namesIn(english), namesIn(value)];
  // “One night” needs no number.
  const isOne = form !== undefined && ['zero', 'one', 'two'].includes(form);
  const lost = wanted.filter(
    (name) => !named.includes(name) && !isFactName(name) && !(isOne && name === 'n'),
  );
  const added = named.filter((name) => !wanted.includes(name) && !isFactName(name));
  const isShort = english.length <= 25 && !/[.!?]$/.test(english);
  const most = isShort ? 45 : Math.max(80, Math.round(2.5 * english.length));
  // The signs above and below Thai and Hindi letters take no room.
  const { length } = value.replaceAll(/\p{Mn}/gu, '');
  return [
    ...lost.map((name) => `{${name}} is missing`),
    ...added.map((name) => `{${name}} is nothing that this text can name`),
    ...(/[{}]/.test(value.replaceAll(/\{[^{}]*\}/g, '')) ? ['a brace has no other one'] : []),
    ...(value === value.trim() ? [] : ['begins or ends with a blank']),
    ...(BREAKING.test(value) && isFrench(language)
      ? ['has a blank where French needs one that does not break (U+00A0)']
      : []),
    ...(INVISIBLE.test(value) ? ['has a character that is not seen'] : []),
    ...(length <= most ? [] : [`has ${length} letters, and there is room for ${most}`]),
  ];
}

/** A list of paragraphs is used only if it is whole. */
function partsOfLists(texts: readonly ProductText[], file: unknown): string[] {
  const lists = Map.groupBy(
    texts.filter(({ place }) => place.endsWith(']')),
    ({ place }) => place.slice(0, place.lastIndexOf('[')),
  );
  return Array.from(lists).flatMap(([place, all]) => {
    const value = valueIn(file, { place });
    const count = Array.isArray(value) ? value.length : 0;
    return value === undefined || count === all.length
      ? []
      : [`${place}: has ${count} of ${all.length} paragraphs`];
  });
}

/** Whether a text that is equal to the English one is probably not translated. Names are the same in every language. */
function leftIn(language: string): (text: ProductText) => boolean {
  const isLatin = new Intl.Locale(language).maximize().script === 'Latn';
  return ({ english }) => wordsIn(english).length >= (isLatin ? 3 : 1);
}

const NAMES = /\b(?:PayPal|Stripe|ORCID|iD|ROR|DOI|PDF|IBAN|BIC|BibTeX|RIS|SHA-256|MB|ISSN|CC)\b/g;

function wordsIn(english: string): string[] {
  return (
    english
      .replaceAll(/\{[^{}]*\}/g, ' ')
      .replaceAll(NAMES, ' ')
      .match(/\p{L}{2,}/gu) ?? []
  );
}

/** The places of all values of a file that are no groups and no lists. */
function placesIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => placesIn(each, `${place}[${at}]`));
  if (!isGroup(value)) return [place];
  return Object.entries(value).flatMap(([key, each]) =>
    placesIn(each, place === '' ? key : `${place}.${key}`),
  );
}
