import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Contradiction,
  contradictingDeadlines,
} from '#contract/content/contradicting-deadlines.ts';
import { doubtfulDates } from '#contract/content/doubtful-dates.ts';
import {
  textsAboutMoney,
  textsInQuotes,
  unknownSpeakers,
  type WrittenText,
} from '#contract/content/doubtful-texts.ts';
import { type Content, contentFileOf, contentFiles } from '#contract/content.ts';
import { ContentError } from './content-error.ts';
import { type ContentFile, readContentFile } from './content-file.ts';
import { readContent } from './read-content.ts';
import { textsIn } from './texts-in.ts';

/** The mistakes of a folder, which stop the build, or, if there are none, its warnings. */
export function checkFolder(folder: string): { mistakes: string[]; warnings: string[] } {
  try {
    return { mistakes: [], warnings: warningsIn(folder, readContent(folder)) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { mistakes: error.message.split('\n'), warnings: [] };
  }
}

/**
 * Lines about entries of the folder that contradict each other, or are probably those of another year: file, line, field
 * and both facts. The site works with them, so they stop no build.
 */
function warningsIn(folder: string, content: Content): string[] {
  const names = Object.keys(contentFiles).filter(isName);
  const files = new Map(names.map((name) => [name, readContentFile(pathOf(folder, name))]));
  const texts = names.flatMap((file): WrittenText[] =>
    textsIn(files.get(file)?.value).map((written) => ({ file, ...written })),
  );
  const found = [
    ...contradictingDeadlines(content.conference),
    ...doubtfulDates(content),
    ...unknownSpeakers(content),
    ...textsAboutMoney(content, texts),
    ...textsInQuotes(texts),
  ];
  return [
    ...found.map((each) => lineOf(folder, files.get(each.file), each)),
    ...names.flatMap((name) => shortenedTexts(folder, name)),
  ];
}

function lineOf(
  folder: string,
  file: ContentFile | undefined,
  { file: name, path, words }: Contradiction,
) {
  const { line, path: written } = file?.find(path) ?? { line: 1, path: '' };
  return `${basename(folder)}/${contentFileOf(name)}:${line} ${written}: ${words}`;
}

/** Lines such as `name: Kettenwerk #1`, of which YAML reads "Kettenwerk". A note has a space after the #. */
function shortenedTexts(folder: string, name: Contradiction['file']): string[] {
  const lines = readFileSync(pathOf(folder, name), 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    const [, key, text] =
      /^ *(?:- )?([a-z]\w*): ([^\s'"{[#|>&*][^#'"]*?) +#[^\s#]/.exec(line) ?? [];
    if (text === undefined) return [];
    const words = `is "${text}", because # begins a note: put the text in quotes`;
    return [`${basename(folder)}/${contentFileOf(name)}:${at + 1} ${key}: ${words}`];
  });
}

function pathOf(folder: string, name: Contradiction['file']): string {
  return join(folder, contentFileOf(name));
}

function isName(name: string): name is Contradiction['file'] {
  return name in contentFiles;
}
