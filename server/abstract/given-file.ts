import { Readable } from 'node:stream';
import { ABSTRACT_FILE_LIMIT } from '#contract/abstract.ts';
import { AppError } from '#server/errors.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { DiskTooFull, type Uploads } from '#server/files/uploads.ts';
import type { NewId } from '#server/identity.ts';
import { ActionImpossible } from '#server/operations/plan.ts';
import { type AcceptedFile, acceptFile } from './accept-file.ts';

/** A file that an organiser gives in place of an author. */
export type GivenFile = { name: string; bytes: Buffer };

/** The places for the files of abstracts. */
export type FilePlaces = { store: FileStore; uploads: Uploads };

/**
 * Receives a given file as an upload, inspects it as the form does, and works with it. Afterwards nothing of it stays
 * among the uploads.
 */
export async function withGivenFile<T>(
  { uploads, newId }: { uploads: Uploads; newId: NewId },
  { name, bytes }: GivenFile,
  work: (file: AcceptedFile) => Promise<T>,
): Promise<T> {
  if (bytes.length > ABSTRACT_FILE_LIMIT) {
    throw new ActionImpossible(`${name} is too large: a file has at most 25 MB.`);
  }
  const key = newId();
  try {
    await uploads.claimRoom(key, bytes.length, 'organiser');
    const upload = await uploads.receive(key, Readable.from(copiesOf(bytes)), ABSTRACT_FILE_LIMIT);
    const file = await acceptFile({ name, upload });
    if (!file) throw new ActionImpossible('Please give the file a name.');
    return await work(file);
  } catch (error) {
    // The sentences for visitors are right for organisers, too.
    if (error instanceof AppError) throw new ActionImpossible(error.message);
    if (error instanceof DiskTooFull)
      throw new ActionImpossible(`The disk is full: ${error.message}.`);
    throw error;
  } finally {
    await uploads.forget(key);
  }
}

const CHUNK_BYTES = 64 * 1024;

/** Copies, because the uploads release the memory of what they have written, and a file is given again to do a plan. */
function* copiesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
  }
}
