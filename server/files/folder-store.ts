import {
  accessSync,
  constants,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '#server/config/env.ts';
import { newId } from '#server/identity.ts';
import type { FileStore } from './file-store.ts';
import { syncFolder } from './sync-folder.ts';
import { writeRefusal } from './write-refusal.ts';

/** Files in a folder of this machine, readable by its owner only. */
export function folderStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let id: string | undefined;
  return {
    // The id is created at its first use only, so a command that only reads writes nothing into a wrong folder.
    get id() {
      return (id ??= folderStoreId(folder));
    },
    /** A link exists completely or not at all, and takes no space. Both folders are on one disk. */
    async put(key, path) {
      await link(path, join(folder, key)).catch(unlessThere);
      await syncFolder(folder);
    },
    read: async (key) => createReadStream(join(folder, key)),
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

/**
 * Reads the id of a folder of files, or creates one. The id is a file in the folder, so it moves with the folder. Throws a
 * SettingError if this user may not write there. A folder with an id needs no space: doctor works while the disk is full.
 */
export function folderStoreId(folder: string): string {
  const path = join(folder, '.store-id');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (!existsSync(path)) createId(path);
    return `folder ${readFileSync(path, 'utf8')}`;
  } catch (error) {
    const reason = writeRefusal(error);
    if (reason === undefined) throw error;
    throw new SettingError(
      `The files of abstracts cannot be kept in ${folder}, because ${reason}: see that this user may write there, and that the disk has space.`,
      { cause: error },
    );
  }
}

function createId(path: string): void {
  const id = newId();
  const draft = `${path}-${id}`;
  try {
    writeFileSync(draft, id, { mode: 0o600, flush: true });
    // A link exists completely or not at all.
    linkSync(draft, path);
  } catch (error) {
    unlessThere(error);
  } finally {
    rmSync(draft, { force: true });
  }
}

function unlessThere(error: unknown): void {
  if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return;
  throw error;
}
