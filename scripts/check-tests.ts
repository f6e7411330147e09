import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A test that mentions one of these starts a server or makes a database, which takes most of the time of all tests. */
const starts = /\b(?:startTest(?:Site|Server)|startSite|create(?:Test|Empty)Database)\b/;

/**
 * The test files that `npm run check` leaves to `npm test`: those that start a server, except in folders with a change
 * that is not committed yet.
 */
export function leftToNpmTest(include: string): string[] {
  const changed = new Set(changedFiles().map(dirname));
  return globSync(include).filter(
    (file) => !changed.has(dirname(file)) && starts.test(readFileSync(file, 'utf8')),
  );
}

function changedFiles(): string[] {
  try {
    const status = ['status', '--porcelain', '--untracked-files=all', '--no-renames', '-z'];
    const lines = execFileSync('git', status, { encoding: 'utf8' }).split('\0');
    return lines.map((line) => line.slice(3));
  } catch {
    // A copy of the project without its history.
    return [];
  }
}
