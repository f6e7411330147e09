import { basename, dirname, join, relative } from 'node:path';
import {
  type Contradiction,
  contradictingDeadlines,
} from '#contract/content/contradicting-deadlines.ts';
import { doubtfulDates } from '#contract/content/doubtful-dates.ts';
import { doubtfulPrices } from '#contract/content/doubtful-prices.ts';
import {
  textsAboutMoney,
  textsInQuotes,
  unknownSpeakers,
  type WrittenText,
} from '#contract/content/doubtful-texts.ts';
import { type Content, contentFileOf, contentFiles } from '#contract/content.ts';
import { sellingAfterTheEnd } from './after-the-end.ts';
import { ContentError } from './content-error.ts';
import { readContentFile, readContentText } from './content-file.ts';
import { siteFolders } from './folders.ts';
import { readKeptContent } from './kept-content.ts';
import { readContent } from './read-content.ts';
import { checkMarkdown } from './render-content.ts';
import { textsIn } from './texts-in.ts';
import { translationsIn } from './translation.ts';

const names = Object.keys(contentFiles).filter(isName);

/**
 * The mistakes of a folder, which stop the build, or, if there are none, its questions about prices and its warnings. Without
 * `now` nothing is said about days that have passed; `dataDir` has the prices of the last start.
 */
export function checkFolder(
  folder: string,
  { now, dataDir }: { now?: Date; dataDir?: string } = {},
): { mistakes: string[]; questions: string[]; warnings: string[] } {
  try {
    const content = readContent(folder);
    checkMarkdown(content, folder);
    const published = dataDir === undefined ? undefined : readKeptContent(dataDir);
    const doubtful = doubtfulPrices(content.prices, published?.prices);
    const questions = linesOf(folder, basename(folder), doubtful);
    // The days of the sample have passed, and its forms stay open for people who try it.
    const isOwn = folder !== siteFolders({}).content;
    const late = now && isOwn ? sellingAfterTheEnd(content, now) : undefined;
    const warnings = [...warningsIn(folder, content), ...(late ? [late] : [])];
    return { mistakes: [], questions, warnings };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { mistakes: error.message.split('\n'), questions: [], warnings: [] };
  }
}

/**
 * Lines about entries of the folder that contradict each other, or are probably those of another year: file, line, field
 * and both facts. The site works with them, so they stop no build.
 */
function warningsIn(folder: string, content: Content): string[] {
  const found = [
    ...contradictingDeadlines(content.conference),
    ...doubtfulDates(content),
    ...unknownSpeakers(content),
  ];
  const translations = translationsIn(folder).map((language) => join(folder, language));
  return [
    ...linesOf(folder, basename(folder), found),
    ...[folder, ...translations].flatMap((each) =>
      textWarnings(each, relative(dirname(folder), each), content),
    ),
  ];
}

/** The warnings about texts of one language. */
function textWarnings(folder: string, written: string, content: Content): string[] {
  const texts = names.flatMap((file): WrittenText[] =>
    textsIn(readContentFile(pathOf(folder, file)).value).map((text) => ({ file, ...text })),
  );
  return [
    ...linesOf(folder, written, [...textsAboutMoney(content, texts), ...textsInQuotes(texts)]),
    ...names.flatMap((name) => shortenedTexts(folder, written, name)),
  ];
}

function linesOf(folder: string, written: string, found: readonly Contradiction[]): string[] {
  return found.map(({ file, path, words }) => {
    const place = readContentFile(pathOf(folder, file)).find(path);
    return `${written}/${contentFileOf(file)}:${place.line} ${place.path}: ${words}`;
  });
}

/** Lines such as `name: Kettenwerk #1`, of which YAML reads "Kettenwerk". A note has a space after the #. */
function shortenedTexts(folder: string, written: string, name: Contradiction['file']): string[] {
  const { text: source = '' } = readContentText(pathOf(folder, name));
  return source.split('\n').flatMap((line, at) => {
    const [, key, text] =
      /^ *(?:- )?([a-z]\w*): ([^\s'"{[#|>&*][^#'"]*?) +#[^\s#]/.exec(line) ?? [];
    if (text === undefined) return [];
    const words = `is "${text}", because # begins a note: put the text in quotes`;
    return [`${written}/${contentFileOf(name)}:${at + 1} ${key}: ${words}`];
  });
}

function pathOf(folder: string, name: Contradiction['file']): string {
  return join(folder, contentFileOf(name));
}

function isName(name: string): name is Contradiction['file'] {
  return name in contentFiles;
}
