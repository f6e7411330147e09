import { basename, join } from 'node:path';
import { contradictingDeadlines } from '#contract/content/contradicting-deadlines.ts';
import { contentFileOf } from '#contract/content.ts';
import { readContentFile } from './content-file.ts';
import { readContent } from './read-content.ts';

/**
 * Lines about texts of the folder that contradict other entries of it: file, line, field and both days. The site works
 * with them, so they stop no build.
 */
export function warningsIn(folder: string): string[] {
  const { conference } = readContent(folder, { hasPictures: false });
  const file = contentFileOf('conference');
  const { find } = readContentFile(join(folder, file));
  return contradictingDeadlines(conference).map(({ path, words }) => {
    const { line, path: written } = find(path);
    return `${basename(folder)}/${file}:${line} ${written}: ${words}`;
  });
}
