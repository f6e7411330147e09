import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, contentFiles } from '#contract/content.ts';
import { readContent } from './read-content.ts';

/** In the data folder: the files of the conference as the server started with them. */
const FOLDER = 'conference';

/**
 * Keeps the files that a server starts with: the organiser's commands go by them while there is a mistake in the
 * conference's folder.
 */
export function keepContent(folder: string, dataDir: string): void {
  const kept = join(dataDir, FOLDER);
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  for (const name of Object.keys(contentFiles).map((each) => `${each}.yaml`)) {
    const file = join(folder, name);
    // Not copied with its mode: what the server makes is for its owner only.
    if (existsSync(file)) writeFileSync(join(kept, name), readFileSync(file));
  }
}

/** Undefined where no server has kept them, or another version did. */
export function readKeptContent(dataDir: string): Content | undefined {
  try {
    return readContent(join(dataDir, FOLDER), { hasPictures: false });
  } catch {
    return undefined;
  }
}
