import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { stampOf } from '#server/content/stamp.ts';

/** Editors save in several steps, and some by a new file in place of the old one: an edit is over when it is quiet. */
const QUIET_MS = 100;

/**
 * Tells which of the files and folders below `root` say something else than before, once for each burst of edits, and
 * not again before `onEdit` is done. Folders are watched and not files, because a watch of a file ends when another is
 * moved into its place.
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
      // A file that went away while it was read: the edit is still going on.
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
      // A folder that is taken away has nothing more to tell.
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

/** A folder that was taken away and made anew under its old name is another one. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${folder} ${dev} ${ino}`;
}
