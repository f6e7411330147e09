import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The build writes the stamp of content/ into this file. */
export const CONTENT_STAMP = 'build/.content';

/**
 * What these files and folders say now, in one word. Tests are left out: nothing is made from them, nor from the copies
 * that editors keep beside an open file.
 */
export function stampOf(root: string, paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesIn(root, each))) {
    const content = createHash('sha256').update(readFileSync(join(root, path)));
    hash.update(`${path} ${content.digest('hex')}\n`);
  }
  return hash.digest('hex');
}

const ignored = /\.test\.tsx?$|~$|\.sw[a-z]$/;

function filesIn(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return ignored.test(path) ? [] : [path];
  const names = readdirSync(join(root, path)).toSorted();
  return names.flatMap((name) => filesIn(root, `${path}/${name}`));
}
