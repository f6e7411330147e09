import { createReadStream, mkdirSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';

/** Files in a folder of this machine, readable by its owner only. */
export function folderStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    /** A link is there whole or not at all and takes no room. Both folders are on one disk. */
    async put(key, path) {
      await link(path, join(folder, key)).catch(unlessThere);
      await syncFolder(folder);
    },
    read: async (key) => createReadStream(join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

function unlessThere(error: unknown): void {
  if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return;
  throw error;
}
