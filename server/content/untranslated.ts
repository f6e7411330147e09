import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentFileOf, contentFiles } from '#contract/content.ts';
import { Labels } from '#contract/content/shapes/labels-shape.ts';
import { NOTHING, readContentFile, snakeCase } from './content-file.ts';
import { languageIn, sentencesFor, withSentences } from './product-sentences.ts';
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
    [first, labelsLeft(folder, '', first)],
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

/** `below` is the folder of the language in that of the conference. */
function labelsLeft(folder: string, below: string, language: string): Untranslated[] {
  if (language === 'en') return [];
  const file = join(below, contentFileOf('labels'));
  const own = valueOf(join(folder, file));
  const known = new Set(textsIn(own).map(({ path }) => path.slice(0, 2).join('.')));
  return Object.entries(Labels.parse({})).flatMap(([section, labels]) =>
    Object.entries(labels).flatMap(([name, words]) => {
      if (known.has(`${section}.${name}`)) return [];
      const text = `${snakeCase(section)}.${snakeCase(name)}: ${firstTextOf(words)}`;
      return [{ file, line: undefined, text }];
    }),
  );
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
  const shown = new Map(textsIn(merged).map(({ path, text }) => [path.join('.'), text]));
  return textsIn(withSentences(name, original.value, first))
    .filter(
      ({ path, text }) =>
        text.trim().split(/\s+/).length > MOST_WORDS_OF_A_NAME &&
        !isFact([name, ...path]) &&
        !isContribution(name, original.value, path) &&
        shown.get(path.join('.')) === text,
    )
    .map(({ path, text }) => {
      const { line, state } = original.find(path);
      return { file, line: state === 'missing' ? undefined : line, text };
    });
}

/** Whether a text is of a contribution that `organiser agenda` wrote: it stays in the words of its authors. */
function isContribution(name: string, value: unknown, path: readonly PropertyKey[]): boolean {
  if (name !== 'agenda') return false;
  const item: unknown = path.slice(0, 4).reduce<unknown>((inner, key) => Object(inner)[key], value);
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

function valueOf(path: string): unknown {
  return existsSync(path) ? readContentFile(path).value : undefined;
}

function firstTextOf(words: unknown): string {
  return textsIn(words)[0]?.text ?? '';
}
