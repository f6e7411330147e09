import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Content, contentFileOf, contentFiles } from '#contract/content.ts';
import { readContent } from './read-content.ts';
import { translationsIn } from './translation.ts';

/** In the data folder: the conference's files of the server's last start. */
const FOLDER = 'conference';

/** Hidden, because it is no file of a conference. */
const ORIGIN = '.folder';

const contentNames = Object.keys(contentFiles).map(contentFileOf);

/** Keeps the files of a server's start: the organiser's commands use them while the conference's folder has a mistake. */
export function keepContent(folder: string, dataDir: string): void {
  const kept = join(dataDir, FOLDER);
  rmSync(kept, { recursive: true, force: true });
  for (const language of ['.', ...translationsIn(folder)]) {
    for (const name of [...contentNames, ...filesOfTheme(join(folder, language))]) {
      const file = join(folder, language, name);
      if (!existsSync(file)) continue;
      mkdirSync(dirname(join(kept, language, name)), { recursive: true });
      // cpSync would keep the file's mode, and only the owner may read files of the data folder.
      writeFileSync(join(kept, language, name), readFileSync(file));
    }
  }
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, ORIGIN), realpathSync(folder));
}

/** The folder of the conference with which the server has started; undefined if it has not said. */
export function keptFolder(dataDir: string): string | undefined {
  const file = join(dataDir, FOLDER, ORIGIN);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function filesOfTheme(folder: string): string[] {
  if (!existsSync(join(folder, 'theme'))) return [];
  return readdirSync(join(folder, 'theme'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** Undefined if no server has kept files, or if this version cannot read them. */
export function readKeptContent(dataDir: string): Content | undefined {
  try {
    return readContent(join(dataDir, FOLDER), { hasPictures: false });
  } catch {
    return undefined;
  }
}
