import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import type { FilePlaces, GivenFile } from '#server/abstract/given-file.ts';
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
 * The store, and the folder of uploads, which the command shares with the server: after a crash the server removes what
 * has no row.
 */
export async function filePlaces({ store, dataDir }: CommandContext): Promise<FilePlaces> {
  const uploads = createUploads(join(dataDir, 'uploads'), { reserveBytes: 0 });
  return { store: await store(), uploads };
}
