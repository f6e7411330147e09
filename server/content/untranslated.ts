import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileOf, contentFiles, sentenceFiles } from '#contract/content.ts';
import { NOTHING, readContentFile, snakeCase } from './content-file.ts';
import { languageIn, sentencesFor, withSentences } from './product-sentences.ts';
import { englishWords, translatedWords } from './product-words.ts';
import { textsIn } from './texts-in.ts';
import { isFact, translate, translationsIn } from './translation.ts';

/** A text that a language of the conference lacks. A sentence of the product has no line, because it is in no file. */
export type Untranslated = { file: string; line: number | undefined; text: string };

/** Shorter texts may be names, which are the same in every language. */
const MOST_WORDS_OF_A_NAME = 5;

/**
 * The texts that a language of a conference lacks: labels that are still English, sentences that are still those of the
 * first language, and pages in Markdown. Keys are the tags of the languages; a language that lacks nothing has an empty
 * list.
 */
export function untranslatedIn(folder: string): Map<string, Untranslated[]> {
  const { value } = readContentFile(join(folder, contentFileOf('conference')));
  const first = languageIn({ conference: value });
  return new Map([
    [first, [...labelsLeft(folder, '', first), ...wordsLeft(folder, first)]],
    ...translationsIn(folder).map((language): [string, Untranslated[]] => [
      language,
      [
        ...labelsLeft(folder, language, language),
        ...Object.keys(contentFiles).flatMap((name) =>
          sentencesLeft(folder, { name, first, language }),
        ),
        ...pagesLeft(folder, language),
      ],
    ]),
  ]);
}

/** The labels that neither the folder nor the product has. `below` is the folder of the language in that of the conference. */
function labelsLeft(folder: string, below: string, language: string): Untranslated[] {
  if (isEnglish(language)) return [];
  const file = join(below, contentFileOf('labels'));
  const known = [valueOf(join(folder, file)), translatedWords(language)?.['labels']];
  const isKnown = (path: readonly string[]) =>
    known.some((words) => valueAt(words, path) !== undefined);
  return Object.entries(englishWords()['labels'] ?? {}).flatMap(([section, labels]) =>
    Object.entries(Object(labels)).flatMap(([name, words]) => {
      if (isKnown([section, name])) return [];
      const text = `${snakeCase(section)}.${snakeCase(name)}: ${firstTextOf(words)}`;
      return [{ file, line: undefined, text }];
    }),
  );
}

/** The sentences of the first language that are English. */
function wordsLeft(folder: string, first: string): Untranslated[] {
  if (isEnglish(first)) return [];
  return sentenceFiles.flatMap((name) => {
    const file = contentFileOf(name);
    const own = valueOf(join(folder, file));
    const shown = new Map(textsOf(withSentences(name, own, first)));
    return textsOf(withSentences(name, own, 'en')).flatMap(([place, text]) =>
      isSentence(text) && shown.get(place) === text ? [{ file, line: undefined, text }] : [],
    );
  });
}

function textsOf(value: unknown): [string, string][] {
  return textsIn(value).map(({ path, text }) => [path.join('.'), text]);
}

function isSentence(text: string): boolean {
  return text.trim().split(/\s+/).length > MOST_WORDS_OF_A_NAME;
}

function isEnglish(language: string): boolean {
  return new Intl.Locale(language).language === 'en';
}

function sentencesLeft(
  folder: string,
  { name, first, language }: { name: string; first: string; language: string },
): Untranslated[] {
  const file = contentFileOf(name);
  if (name === 'labels') return [];
  const original = existsSync(join(folder, file)) ? readContentFile(join(folder, file)) : NOTHING;
  const base = sentencesFor(name, original.value, { first, language });
  const merged = translate(name, base, valueOf(join(folder, language, file))).value;
  const shown = new Map(textsOf(merged));
  const english = isEnglish(language) ? undefined : englishWords()[name];
  return textsIn(withSentences(name, original.value, first))
    .filter(
      ({ path, text }) =>
        isSentence(text) &&
        !isFact([name, ...path]) &&
        !isContribution(name, original.value, path) &&
        [text, valueAt(english, path) ?? text].includes(shown.get(path.join('.')) ?? ''),
    )
    .map(({ path, text }) => {
      const { line, state } = original.find(path);
      return { file, line: state === 'missing' ? undefined : line, text };
    });
}

/** Whether a text is of a contribution that `organiser agenda` wrote: it stays in the words of its authors. */
function isContribution(name: string, value: unknown, path: readonly PropertyKey[]): boolean {
  if (name !== 'agenda') return false;
  const item = valueAt(value, path.slice(0, 4));
  return 'abstract' in Object(item);
}

function pagesLeft(folder: string, language: string): Untranslated[] {
  const pages = pagesIn(folder);
  const own = pagesIn(join(folder, language));
  return pages
    .filter((page) => !own.includes(page))
    .map((page) => ({ file: `pages/${page}`, line: undefined, text: 'the whole page' }));
}

function pagesIn(folder: string): string[] {
  const pages = join(folder, 'pages');
  return existsSync(pages) ? readdirSync(pages).filter((name) => name.endsWith('.md')) : [];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => Object(inner)[key], value);
}

function valueOf(path: string): unknown {
  return existsSync(path) ? readContentFile(path).value : undefined;
}

function firstTextOf(words: unknown): string {
  return textsIn(words)[0]?.text ?? '';
}
