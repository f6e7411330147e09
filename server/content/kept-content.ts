import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, contentFileOf, contentFiles } from '#contract/content.ts';
import { readContent } from './read-content.ts';
import { translationsIn } from './translation.ts';

/** In the data folder: the conference's files of the server's last start. */
const FOLDER = 'conference';

/** Keeps the files of a server's start: the organiser's commands use them while the conference's folder has a mistake. */
export function keepContent(folder: string, dataDir: string): void {
  const kept = join(dataDir, FOLDER);
  rmSync(kept, { recursive: true, force: true });
  for (const language of ['.', ...translationsIn(folder)]) {
    mkdirSync(join(kept, language), { recursive: true });
    for (const name of Object.keys(contentFiles).map(contentFileOf)) {
      const file = join(folder, language, name);
      // cpSync would keep the file's mode, and only the owner may read files of the data folder.
      if (existsSync(file)) writeFileSync(join(kept, language, name), readFileSync(file));
    }
  }
}

/** Undefined if no server has kept files, or if this version cannot read them. */
export function readKeptContent(dataDir: string): Content | undefined {
  try {
    return readContent(join(dataDir, FOLDER), { hasPictures: false });
  } catch {
    return undefined;
  }
}
