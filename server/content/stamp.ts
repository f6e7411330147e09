import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The build writes the stamp of the conference's folder into this file, beside the pages. */
export const CONTENT_STAMP = '.content';

/** The stamps of the code, of the folder and of the template from which the pages were built; the first word is that of the code. */
export const MADE_FROM = '.made-from';

/**
 * A digest of the present contents of these files and folders. It leaves out files that the build does not use:
 * tests, hidden files, and the copies that editors keep beside an open file.
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
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.'));
  return names.toSorted().flatMap((name) => filesIn(root, `${path}/${name}`));
}
