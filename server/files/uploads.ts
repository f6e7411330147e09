import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeBytes } from './disk-room.ts';
import { releaseChunk } from './release-chunk.ts';
import { syncFolder } from './sync-folder.ts';
import { isDiskFull } from './write-refusal.ts';

/** A file that has arrived completely and waits in the uploads folder to be moved to the store. */
export type Upload = { key: string; path: string; bytes: number; sha256: string };

/** More bytes came than are accepted. */
export class UploadTooLarge extends Error {}

/** The upload ended before all of its bytes came. */
export class UploadCutShort extends Error {}

/** The disk would have less space than its reserve. */
export class DiskTooFull extends Error {}

/**
 * The uploads in progress. Each file has its key as its name, and is in the folder from its first byte until its row is
 * committed. So after a crash the folder names all files that may be in the store without a row, and nobody has to search
 * the store. The folder belongs to one process.
 */
export type Uploads = {
  /**
   * Writes the bytes of an upload that has a claim. It keeps nothing if the bytes end early or exceed `limit`, if the
   * upload is forgotten meanwhile, or if `cut` is aborted because the rest may never come.
   */
  receive: (
    key: string,
    bytesComing: Readable,
    limit: number,
    cut?: AbortSignal,
  ) => Promise<Upload>;
  /**
   * Claims disk space for an upload. Fails if less than the reserve would be left, or if the uploads of one network would
   * take more than half of the space: they may never end, and other visitors need space too.
   */
  claimRoom: (key: string, bytes: number, network: string) => Promise<void>;
  /** Removes the file, because its row is committed or will never be committed. */
  forget: (key: string) => Promise<void>;
  /** Leaves the file as a marker for the sweep, because it is unknown whether the row was committed. */
  leave: (key: string) => void;
  /** Takes over files without an upload that did not change for `quietMs`. The caller has to forget or leave each. */
  takeLeftovers: (quietMs: number) => Promise<string[]>;
  /** The number of uploads in progress. */
  count: () => number;
};

/** Cuts a file that has arrived after its first `bytes`. */
export async function cutUpload(upload: Upload, bytes: number): Promise<Upload> {
  if (bytes === upload.bytes) return upload;
  await truncate(upload.path, bytes);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(upload.path)) hash.update(chunk);
  return { ...upload, bytes, sha256: hash.digest('hex') };
}

/** The bytes that an upload may still need, and its network. */
type Claim = { bytes: number; network: string | undefined };

export function createUploads(folder: string, { reserveBytes }: { reserveBytes: number }): Uploads {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const underWay = new Map<string, Claim>();
  const pathOf = (key: string) => join(folder, key);

  const forget = async (key: string) => {
    if (underWay.delete(key)) await remove(key);
  };
  // A file that cannot be removed now is a leftover, which the sweep removes.
  const remove = (key: string) => rm(pathOf(key), { force: true }).catch(() => undefined);

  return {
    async receive(key, bytesComing, limit, cut) {
      const isForgotten = () => !underWay.has(key);
      try {
        if (isForgotten()) throw new UploadCutShort('forgotten before it came');
        const written = await write(pathOf(key), bytesComing, limit, cut);
        await syncFolder(folder);
        if (isForgotten()) throw new UploadCutShort('forgotten while it came');
        return { key, path: pathOf(key), ...written };
      } catch (error) {
        underWay.delete(key);
        // `forget` may have run before the file was created, so the file is removed again.
        await remove(key);
        throw isDiskFull(error)
          ? new DiskTooFull('no room for an upload', { cause: error })
          : error;
      }
    },

    async claimRoom(key, bytes, network) {
      underWay.set(key, { bytes, network });
      const claims = [...underWay.values()];
      if (fits(claims, network, (await freeBytes(folder)) - reserveBytes)) return;
      underWay.delete(key);
      throw new DiskTooFull(`less than ${reserveBytes} bytes would be left free in ${folder}`);
    },

    forget,

    leave(key) {
      underWay.delete(key);
    },

    async takeLeftovers(quietMs) {
      const taken: string[] = [];
      for (const key of await readdir(folder)) {
        if (underWay.has(key)) continue;
        const found = await stat(pathOf(key)).catch(() => undefined);
        if (found === undefined || Date.now() - Math.floor(found.mtimeMs) < quietMs) continue;
        underWay.set(key, { bytes: 0, network: undefined });
        taken.push(key);
      }
      return taken;
    },

    count: () => underWay.size,
  };
}

/** One network alone gets half of the room at most, unless it has one upload. */
function fits(claims: Claim[], network: string | undefined, room: number): boolean {
  const own = claims.filter((claim) => claim.network === network);
  const hasShare = own.length === 1 || sum(own) <= room / 2;
  return hasShare && sum(claims) <= room;
}

function sum(claims: Claim[]): number {
  return claims.reduce((bytes, claim) => bytes + claim.bytes, 0);
}

async function write(
  path: string,
  bytesComing: Readable,
  limit: number,
  cut: AbortSignal | undefined,
): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    let failure: unknown;
    const file = new Writable({
      async write(chunk: Buffer, _, done) {
        try {
          bytes += chunk.length;
          if (bytes > limit) throw new UploadTooLarge(`an upload has more than ${limit} bytes`);
          hash.update(chunk);
          await handle.appendFile(chunk);
          releaseChunk(chunk);
          done();
        } catch (error) {
          failure = error;
          done(new Error('an upload could not be written', { cause: error }));
        }
      },
    });
    await pipeline(bytesComing, file, { ...(cut && { signal: cut }) }).catch((error: unknown) => {
      throw failure ?? new UploadCutShort('an upload ended early', { cause: error });
    });
    await handle.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
