import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '#server/content/stamp.ts';

/** Editors save in several steps, and some replace the file: an edit is over when nothing changes for this long. */
const QUIET_MS = 100;

/**
 * Reports which files and folders below `root` have changed, once for each burst of edits, and not again before `onEdit`
 * is done. It watches folders instead of files, because a watch of a file ends when another file replaces it.
 */
export function watchPaths(
  root: string,
  paths: readonly string[],
  onEdit: (changed: string[]) => Promise<void>,
): { close: () => void } {
  const watchers = new Map<string, FSWatcher>();
  const stamps = new Map(paths.map((path) => [path, stampOf(root, [path])]));
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), QUIET_MS);
  };

  const look = async () => {
    if (isLooking) return soon();
    isLooking = true;
    try {
      watchAll();
      const changed = paths.filter((path) => {
        const stamp = stampOf(root, [path]);
        const isNew = stamp !== stamps.get(path);
        stamps.set(path, stamp);
        return isNew;
      });
      if (changed.length > 0) await onEdit(changed);
    } catch (error) {
      // The file disappeared while it was read: the edit is still going on.
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOENT') throw error;
      soon();
    } finally {
      isLooking = false;
    }
  };

  const watchAll = () => {
    const folders = new Map(
      paths
        .flatMap((path) => foldersBelow(join(root, path)))
        .map((path) => [identityOf(path), path]),
    );
    for (const [identity, watcher] of watchers) {
      if (folders.has(identity)) continue;
      watcher.close();
      watchers.delete(identity);
    }
    for (const [identity, path] of folders) {
      if (watchers.has(identity)) continue;
      // A removed folder reports nothing more.
      watchers.set(
        identity,
        watch(path, soon).on('error', () => undefined),
      );
    }
  };

  watchAll();
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function foldersBelow(path: string): string[] {
  const inside = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [path, ...inside.flatMap(({ name }) => foldersBelow(join(path, name)))];
}

/** A folder that was removed and made again under its old name is another one. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${folder} ${dev} ${ino}`;
}
