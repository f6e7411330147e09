import { readFile, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import type { FilePlaces, GivenFile } from '#server/abstract/given-file.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { createUploads } from '#server/files/uploads.ts';
import { type CommandContext, CommandError } from './command-context.ts';
import { cannotRead } from './given-file.ts';

/** Reads the file of an author. The plan keeps its bytes: what was shown is what is saved. */
export async function readDocument(path: string): Promise<GivenFile> {
  const name = basename(path);
  const { size } = await stat(path).catch(cannotRead(path));
  if (size > ABSTRACT_FILE_LIMIT) {
    throw new CommandError(`${name} is too large: a file has at most 25 MB.`);
  }
  return { name, bytes: await readFile(path).catch(cannotRead(path)) };
}

/**
 * The store, and the folder of uploads, which the command shares with the server: after a crash the server removes the
 * files that have no row.
 */
export async function filePlaces({ store, dataDir }: CommandContext): Promise<FilePlaces> {
  const uploads = createUploads(join(dataDir, 'uploads'), { reserveBytes: 0 });
  return { store: keepingFresh(await store()), uploads };
}

/** The server removes what is left of uploads that are a minute old, so a slow store must not make one look so. */
function keepingFresh(store: FileStore): FileStore {
  return {
    get id() {
      return store.id;
    },
    async put(key, path, bytes) {
      await store.put(key, path, bytes);
      try {
        await utimes(path, new Date(), new Date());
      } catch (error) {
        await store.remove(key);
        throw error;
      }
    },
    read: (key) => store.read(key),
    remove: (key) => store.remove(key),
  };
}
