import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * A copy of a conference's folder for a moment, with another text of one file, under the same name: the reader of a folder
 * reads it as the conference's. An empty text is no file.
 */
export function withShadow<T>(
  folder: string,
  dataDir: string,
  { file, text }: { file: string; text: string },
  work: (shadow: string) => T,
): T {
  mkdirSync(dataDir, { recursive: true });
  const place = mkdtempSync(join(dataDir, 'check-'));
  const shadow = join(place, basename(folder));
  try {
    link(folder, shadow, join(folder, file));
    if (text !== '') {
      mkdirSync(dirname(join(shadow, file)), { recursive: true });
      writeFileSync(join(shadow, file), text);
    }
    return work(shadow);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function link(from: string, to: string, butFor: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (source === butFor || entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) link(source, target, butFor);
    else if (entry.isSymbolicLink()) symlinkSync(realpathSync(source), target);
    else sameFile(source, target);
  }
}

/** Another disk, and files of another user, allow no second name of a file. */
function sameFile(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}
