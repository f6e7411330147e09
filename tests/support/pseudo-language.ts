import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type Content, contentFileOf, contentFiles } from '#contract/content.ts';
import { Labels } from '#contract/content/shapes/labels-shape.ts';
import { readContentFile, snakeCase } from '#server/content/content-file.ts';
import { readPageFiles } from '#server/content/own-pages.ts';
import { withSentences } from '#server/content/product-sentences.ts';
import { textsIn } from '#server/content/texts-in.ts';
import { isFact } from '#server/content/translation.ts';
import { copyConference, readConference } from './conference-copy.ts';

/** Dates and numbers of this language have no Latin letters either. */
export const PSEUDO_LANGUAGE = 'el';

/** Everything but placeholders, the addresses of links, web addresses and mail addresses. */
const WORDS = /(\{[^{}]*\}|\]\([^)]*\)|https?:\S+|\S+@\S+|<[^>]*>)|([A-Za-z]+)/g;
const LATIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωϊϋΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫ';

/** The text with a Greek letter in place of each Latin one. */
export function pseudo(text: string): string {
  return text.replaceAll(
    WORDS,
    (_, kept: string | undefined, word = '') =>
      kept ?? Array.from(String(word), (letter) => GREEK[LATIN.indexOf(letter)] ?? letter).join(''),
  );
}

/**
 * Writes a translation of the conference in which every text has Greek letters. Each Latin letter that a visitor then
 * reads is a fact, or a word in the code.
 */
function writePseudoTranslation(folder: string): void {
  const below = join(folder, PSEUDO_LANGUAGE);
  mkdirSync(join(below, 'pages'), { recursive: true });
  for (const name of Object.keys(contentFiles).filter(
    (each) => !['theme', 'countries'].includes(each),
  )) {
    const path = join(folder, contentFileOf(name));
    const own = existsSync(path) ? readContentFile(path).value : undefined;
    const original = name === 'labels' ? Labels.parse({}) : withSentences(name, own, 'en');
    if (original === undefined) continue;
    writeFileSync(join(below, contentFileOf(name)), stringify(translated(original, [name])));
  }
  for (const { file, markdown } of readPageFiles(folder)) {
    const [, matter = ''] = readFileSync(join(folder, file), 'utf8').split(/^---$/m);
    const own = stringify(translated(parse(matter), ['ownPages']));
    writeFileSync(
      join(below, file),
      `---\n${own}---\n${pseudo(markdown.replaceAll(/\]\(#([^)]*)\)/g, (_, heading: string) => `](#${pseudo(heading)})`))}`,
    );
  }
}

/** The tests' conference with a translation of Greek letters. */
export function readPseudo(): Content {
  const { folder, remove } = copyConference('summit');
  try {
    writePseudoTranslation(folder);
    return readConference(folder);
  } finally {
    remove();
  }
}

/** The values with Greek letters, and with the keys of the files. Facts and countries stay as they are. */
function translated(value: unknown, path: readonly string[]): unknown {
  if (typeof value === 'string') return pseudo(value);
  if (Array.isArray(value)) {
    return value.map((each, at) => translated(each, [...path, String(at)]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const place = [...path, camelCase(key)];
      const isKept = isFact(place) && (path[0] === 'mails' || !hasGroups(each));
      return [snakeCase(key), isKept ? each : translated(each, place)];
    }),
  );
}

/** The names of some groups of texts are those of facts elsewhere, such as `speakers`. */
function hasGroups(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasGroups) : typeof value === 'object' && value !== null;
}

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The words in Latin letters that a reader sees in a page, or in its head. Data are what is no word of a language. */
export function latinWordsIn(page: string, data: readonly string[] = []): string[] {
  const seen = page
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '\n')
    .replaceAll(
      /<meta[^>]*(?:name|property)="(?!description|[a-z]*:?(?:title|description))[^>]*>/g,
      '\n',
    );
  const attributes = [...seen.matchAll(ATTRIBUTES)].map(([, text = '']) => text);
  const structured = [...page.matchAll(STRUCTURED)].flatMap(([, json = '']) =>
    textsIn(JSON.parse(json)).flatMap(({ text, path }) =>
      String(path.at(-1)).startsWith('@') ? [] : [text],
    ),
  );
  const texts = seen.replaceAll(/<!?[a-zA-Z/-][^>]*>/g, '\n');
  return latinWords([texts, ...attributes, ...structured].join('\n'), data);
}

const ATTRIBUTES =
  /\s(?:title|alt|aria-label|aria-description|placeholder|content|label)="([^"]*)"/g;
const STRUCTURED = /<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g;

/** The words in Latin letters of a text, each with the words around it in its line. */
export function latinWords(text: string, data: readonly string[] = []): string[] {
  const lines = text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&(?:#x27|quot|amp|lt|gt);/g, ' ')
    .split('\n');
  const found = lines.flatMap((line) => {
    let left = line.replaceAll(NO_WORDS, ' ');
    for (const each of data) left = left.replaceAll(each, ' ');
    return /[A-Za-z]{2,}/.test(left) ? [left.replaceAll(/\s+/g, ' ').trim()] : [];
  });
  return [...new Set(found)];
}

/** Addresses, references, codes and names of files. */
const NO_WORDS =
  /https?:\/\/[^\s"<]+|mailto:\S+|[\w.+-]+@[\w.-]+|\b[A-Z]{2}\d{2}(?:-[\w]+)+|\b[\w-]+\.(?:pdf|docx|example|ics|svg|png)\b|(?<![\w<])\/[\w/.-]+|\b[0-9a-f]{64}\b/g;
